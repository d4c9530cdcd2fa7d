import Testing

@testable import imgindex

@Suite("The version") struct VersionTests {
    @Test("is told in a line of its own")
    func line() {
        #expect(HelpText.version == "imgindex \(HelpText.versionNumber)\n")
    }
}
