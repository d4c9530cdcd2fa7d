/// When images that a run found absent are held instead of called missing.
///
/// They are held if they are more than ``files`` and more than ``percent`` of the present images of the root, and always
/// if they are all of them: a disk that is not mounted often looks like that.
public struct HoldRules: Equatable, Sendable {
    /// So many may go missing in one run.
    public var files: Int64
    /// So many hundredths of the root's images may, 0 to 100.
    public var percent: Double
    /// After how many complete runs that agree held images are missing without a person; nil: never.
    public var acceptAfter: Int64?

    /// Makes rules.
    ///
    /// - Parameters:
    ///   - files: Default: 1,000.
    ///   - percent: Default: 10.
    ///   - acceptAfter: Default: never.
    public init(files: Int64 = 1_000, percent: Double = 10, acceptAfter: Int64? = nil) {
        self.files = files
        self.percent = percent
        self.acceptAfter = acceptAfter
    }
}
