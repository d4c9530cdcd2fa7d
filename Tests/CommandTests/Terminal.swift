import TestSupport

extension Scene {
    /// Runs `imgindex index` on the tree with a terminal as its output and its errors.
    func runOnTerminal(_ options: String...) throws -> ProcessEnd {
        let words = [try builtProgram("imgindex")] + indexArguments(options)
        // Paths of tests have nothing in them that a shell would touch.
        let line = words.map { text($0) }.joined(separator: " ")
        return try tool(["script", "--quiet", "--return", "--command", line, "/dev/null"].map { bytes($0) })
    }
}
