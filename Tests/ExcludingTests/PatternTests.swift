import Excluding
import Testing

/// Which paths a pattern matches: the cases of the manual, and those in which one errs easily.
@Suite struct PatternTests {
    @Test(
        "a pattern matches what the manual of gitignore says, and nothing else",
        arguments: [
            // Without a slash: the name of an item at any depth.
            ("a", "a x/a x/y/a", "b ab ba a/b A"), ("a.jpg", "a.jpg x/a.jpg", "aXjpg a.jpg2"),
            ("*.jpg", "a.jpg .jpg x/b.jpg", "a.JPG jpg a.jpg/b"), ("a*", "a ab x/a.jpg", "ba a/b"),
            ("*", "a a/b .x", ""), ("**", "a a/b", ""), ("***", "a a/b", ""), ("?", "a x/b", "ab x/ab"),
            ("a?c", "abc x/a.c", "ac abbc a/c"), ("*a*b*", "ab xaxbx aab x/ab", "ba a/x b"),
            ("a**b", "ab axb", "a/b a"), ("*.*", "a.b . .a", "a"), ("a*a", "aa aba", "a ab"),
            ("*aab", "aaab aab", "aaba ab"), ("*ab*ab", "abab ababab", "aab"),
            // With a slash: a path below the folder.
            ("/a", "a", "x/a a/a"), ("a/b", "a/b", "x/a/b a b a/b/c"), ("/a/b", "a/b", "x/a/b"),
            ("a/*", "a/b a/x", "a a/b/c x/a/b"), ("a/?", "a/b", "a/ab"), ("*/b", "a/b x/b", "b x/y/b"),
            ("/*", "a b", "a/b"), ("a/b*", "a/b a/bc", "a/b/c"), ("*/*/c", "a/b/c", "c a/c a/b/x/c"),
            ("a/*b*c", "a/bc a/xbxc", "a/b/c"), ("a?b/c", "axb/c", "a/b/c"),
            // Rows of stars between slashes.
            ("**/a", "a x/a x/y/a", "ab xa a/b"), ("**/a/b", "a/b x/a/b x/y/a/b", "xa/b a/x/b"),
            ("a/**", "a/b a/b/c", "a x/a/b"), ("/**", "a a/b", ""),
            ("a/**/b", "a/b a/x/b a/x/y/b", "ab a/xb a/bx x/a/b"), ("a/**/**/b", "a/b a/x/b a/x/y/b", "ab"),
            ("**/**", "a a/b", ""), ("**/a/**", "a/b x/a/b a/b/c", "a x/a xa/b"), ("a/***/b", "a/b a/x/b", "ab"),
            ("**/*.jpg", "a.jpg x/y/b.jpg", "a.jpg/x"), ("a/**/*.jpg", "a/b.jpg a/x/y/b.jpg", "a.jpg x/a/b.jpg"),
            ("x?**/b", "xa/b xab/b", "x/b xa/y/b"), ("**/a?b/**/c", "axb/c x/axb/y/c", "a/b/c"),
            ("**/a/**/b/**/c", "a/b/c a/c/b/c x/a/y/b/y/c", "a/c/b b/a/c"),
            // First wildcard of a path: git lets it stand for folders whatever is in front.
            ("/a**", "a ab a/b ab/c/d", "ba x/a"), ("x/a**/b", "x/ab x/ay/b x/ay/z/b x/a/b", "x/b x/ayb"),
            // Sets.
            ("[ab]", "a b x/a", "c ab ["), ("[!ab]", "c ] x/c", "a b cc"), ("[^ab]", "c ! ^", "a b"),
            ("[a-c]x", "ax bx cx", "dx -x"), ("[c-a]", "c", "a b -"), ("[]a]", "] a", "[ ]a]"),
            ("[!]a]", "b [", "] a"), ("[a-]", "a -", "b"), ("[-a]", "a -", "b"), ("[a-c-e]", "a b c - e", "d"),
            ("[\\]]", "]", "\\ \\]"), ("[\\a-c]", "a b c", "\\ -"), ("[a-\\c]", "a b c", "\\ -"),
            ("[a\\-c]", "a - c", "b \\"), ("[[]", "[", "]"), ("[[:digit:]a]", "0 9 a", "b :"),
            ("[[:alpha:]-z]", "a Z - z", "0 ["), ("[[:x]", ": [ x", "a ]"), ("[[:]", "[ :", "]"),
            ("x[/]y", "", "x/y xy"), ("x[!a]y", "xby", "xay x/y"), ("x/[!a]y", "x/by", "x/ay"),
            ("[[:upper:]]", "A Z", "a 0"), ("[![:lower:]]", "A 0 _", "a"),
            // Escapes.
            ("\\*", "*", "a"), ("\\?", "?", "a"), ("\\[a]", "[a]", "a"), ("\\a", "a", "\\a"),
            ("a\\/b", "a/b", "b x/a/b"), ("\\!a", "!a", "a"), ("\\#a", "#a", "a"), ("#a", "#a x/#a", "a"),
            ("\\\\", "\\", "\\\\"), ("**\\/a", "x/a x/y/a", "a"),
            // Never there.
            ("a//", "", "a"), ("//a", "", "a"), ("a//b", "", "a/b"),
        ]
    )
    func table(glob: String, matching: String, other: String) {
        let pattern = ExcludePattern(glob: Array(glob.utf8))
        #expect(pattern.problem == nil)
        for path in matching.split(separator: " ") {
            #expect(pattern.matches(path: Array(path.utf8), isFolder: false), "\(glob) matches \(path)")
        }
        for path in other.split(separator: " ") {
            #expect(!pattern.matches(path: Array(path.utf8), isFolder: true), "\(glob) does not match \(path)")
        }
    }

    @Test("a space can be made a part of the name")
    func space() {
        for glob in ["a ", "a\\ "] {
            let pattern = ExcludePattern(glob: Array(glob.utf8))
            #expect(pattern.matches(path: Array("a ".utf8), isFolder: false))
            #expect(!pattern.matches(path: Array("a".utf8), isFolder: false))
        }
    }

    @Test("a slash at the end makes it a pattern for folders", arguments: ["a/", "**/a/", "/a/", "!a/"])
    func folders(glob: String) {
        let pattern = ExcludePattern(glob: Array(glob.utf8))
        #expect(pattern.foldersOnly)
        #expect(pattern.matches(path: Array("a".utf8), isFolder: true))
        #expect(!pattern.matches(path: Array("a".utf8), isFolder: false))
    }

    @Test("a pattern for names stays one with a slash at the end")
    func foldersAtAnyDepth() {
        let pattern = ExcludePattern(glob: Array("a/".utf8))
        #expect(pattern.matches(path: Array("x/y/a".utf8), isFolder: true))
    }

    @Test("one exclamation mark in front takes in, a second is a part of the name")
    func negation() {
        let pattern = ExcludePattern(glob: Array("!!a".utf8))
        #expect(pattern.takesIn)
        #expect(pattern.matches(path: Array("!a".utf8), isFolder: false))
        #expect(!pattern.matches(path: Array("a".utf8), isFolder: false))
        #expect(!ExcludePattern(glob: Array("\\!a".utf8)).takesIn)
    }

    @Test("a question mark is one byte, not one character")
    func questionMark() {
        let name = Array("\u{E9}".utf8)
        #expect(!ExcludePattern(glob: Array("?".utf8)).matches(path: name, isFolder: false))
        #expect(ExcludePattern(glob: Array("??".utf8)).matches(path: name, isFolder: false))
    }

    @Test("two Unicode forms of one character are two names, and bytes need not be text")
    func bytes() {
        let composed = ExcludePattern(glob: Array("\u{E9}".utf8))
        #expect(composed.matches(path: Array("\u{E9}".utf8), isFolder: false))
        #expect(!composed.matches(path: Array("e\u{301}".utf8), isFolder: false))
        let range = ExcludePattern(glob: [UInt8(ascii: "["), 0x80, UInt8(ascii: "-"), 0xFE, UInt8(ascii: "]"), 0xFF])
        #expect(range.matches(path: [0x80, 0xFF], isFolder: false))
        #expect(range.matches(path: [0xFE, 0xFF], isFolder: false))
        #expect(!range.matches(path: [0x7F, 0xFF], isFolder: false))
        #expect(!range.matches(path: [0xFF, 0xFF], isFolder: false))
    }

    @Test(
        "a pattern that makes no sense says why",
        arguments: [
            ("", ExcludePattern.Problem.empty), ("!", .empty), ("/", .empty), ("!/", .empty), ("[a", .openSet),
            ("a/[", .openSet), ("[[:no:]]", .openSet), ("[a\\", .openSet), ("[a-", .openSet), ("a\\", .openEscape),
            ("a\\/", .openEscape), ("a\0b", .zeroByte), ("*\0", .zeroByte),
        ]
    )
    func problems(glob: String, problem: ExcludePattern.Problem) {
        let pattern = ExcludePattern(glob: Array(glob.utf8))
        #expect(pattern.problem == problem)
        for path in ["", "a", "a/b", "[a", "a\\"] {
            #expect(!pattern.matches(path: Array(path.utf8), isFolder: true))
        }
    }

    @Test(
        "a line keeps what counts of it",
        arguments: [
            ("a", "a"), ("a  ", "a"), ("a\\ ", "a\\ "), ("a\\  ", "a\\ "), ("a \\ \t", "a \\ \t"), (" a", " a"),
            ("a\\\\ ", "a\\\\"), ("\\ ", "\\ "), ("a b ", "a b"), ("a  \\", "a  \\"), ("\\#", "\\#"), (" #", " #"),
        ]
    )
    func line(line: String, text: String) {
        #expect(ExcludePattern(line: Array(line.utf8))?.text == Array(text.utf8))
    }

    @Test("an empty line, one of spaces and a comment are no patterns", arguments: ["", " ", "   ", "#", "#a", "# !a"])
    func noLine(line: String) {
        #expect(ExcludePattern(line: Array(line.utf8)) == nil)
    }
}
