import Excluding
import Indexing
import Listing

extension Skip {
    /// A line of a folder's ignore file that makes no sense.
    init(_ line: ExcludeFile.BadLine, in folder: TreePath) {
        let file = folder.bytes(of: ExcludeFile.name)
        let rule = Rule(reason: .ignoreFile, text: line.text, file: file, line: Int64(line.number))
        self.init(rule, problem: line.problem.why)
    }
}

extension Skip.Rule {
    /// The rule of a verdict that keeps something out.
    init(_ verdict: Verdict) {
        let name = verdict.reason == .noMedia ? ExcludeRules.noMediaName : ExcludeFile.name
        let file = verdict.folder.map { ($0.last == UInt8(ascii: "/") ? $0 : $0 + [UInt8(ascii: "/")]) + name }
        let reason: Skip.Reason =
            switch verdict.reason {
            case .defaultExclude: .byDefault
            case .exclude: .exclude
            case .ignoreFile: .ignoreFile
            case .noMedia: .noMedia
            }
        self.init(reason: reason, text: verdict.rule, file: file, line: verdict.line.map(Int64.init))
    }
}

/// Gathers what rules keep out of one folder: folders by their names, files by rule.
struct SkipList {
    private var skips: [Skip] = []
    private var placeOfRule: [Verdict: Int] = [:]
    /// How many files were kept out.
    private(set) var fileCount = 0

    /// All, files first.
    var all: [Skip] { skips }

    /// Takes a file that would be an image.
    mutating func addFile(_ name: [UInt8], _ verdict: Verdict) {
        fileCount += 1
        if let place = placeOfRule[verdict] {
            skips[place] = Skip(skips[place].rule, name: nil, count: skips[place].count + 1)
        } else {
            placeOfRule[verdict] = skips.count
            skips.append(Skip(Skip.Rule(verdict), name: name))
        }
    }

    /// Takes a name that several items have: those that are not indexed.
    mutating func addAmbiguous(_ name: [UInt8]) {
        skips.append(Skip(Skip.Rule(reason: .ambiguous, text: Array("lowest id".utf8)), name: name))
    }

    /// Takes a folder.
    mutating func addFolder(_ name: [UInt8], _ verdict: Verdict) {
        skips.append(Skip(Skip.Rule(verdict), name: name))
    }
}
