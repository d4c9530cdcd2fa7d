// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is built with: the Swift 6 language mode, the strict import features, no warning.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A library of the house and the modules it may import, nothing else: the build refuses every other import.
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// The tests of one module.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies + ["TestSupport"], swiftSettings: strict)
}

/// What the command is linked with under the thread sanitizer, which is blind to Swift's locks without it.
let sanitizer: [Target.Dependency] = Context.environment["IMGINDEX_SANITIZER"] == "thread" ? ["CSanitizer"] : []

let package = Package(
    name: "imgindex",
    products: [
        .executable(name: "imgindex", targets: ["imgindex"]),
        .library(name: "AsyncLoop", targets: ["AsyncLoop"]),
        // For the tests: it is loaded into the command, not linked to anything.
        .library(name: "Faults", type: .dynamic, targets: ["CFaults"]),
    ],
    targets: [
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
        .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CSystem"),
        .target(
            name: "Schema",
            path: "Schema",
            resources: [
                .embedInCode("V0001_initial.sql"), .embedInCode("V0002_absence.sql"),
                .embedInCode("V0003_remote.sql"),
            ],
            swiftSettings: strict
        ),
        library("AsyncLoop"),
        library("Listing", ["CSystem"]),
        library("HTTPClient", ["AsyncLoop", "CCurl"]),
        library("JSON", ["CJansson"]),
        library("BoxListing", ["AsyncLoop", "CSystem", "HTTPClient", "JSON", "Listing"]),
        library("RcloneListing", ["AsyncLoop", "CSystem", "HTTPClient", "JSON", "Listing"]),
        library("Walking", ["AsyncLoop", "Listing"]),
        library("Classifying"),
        library("Excluding"),
        library("SQLite", ["CSQLite"]),
        library("Indexing", ["AsyncLoop", "CSystem", "Listing", "SQLite", "Schema"]),
        .executableTarget(
            name: "imgindex",
            dependencies: [
                "AsyncLoop", "BoxListing", "Classifying", "CSystem", "Excluding", "HTTPClient", "Indexing", "Listing",
                "RcloneListing", "Walking",
            ]
                + sanitizer,
            swiftSettings: strict
        ),

        .target(name: "CFaults", path: "Tests/CFaults"),
        .target(name: "CSanitizer", path: "Tests/CSanitizer"),
        .target(
            name: "TestSupport",
            dependencies: ["AsyncLoop", "CSanitizer", "CSystem", "Listing", "Walking"],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        tests("AsyncLoopTests", ["AsyncLoop", "CSanitizer"]),
        tests("ListingTests", ["Listing", "CSystem"]),
        tests("WalkingTests", ["Walking", "AsyncLoop", "Listing"]),
        tests("ClassifyingTests", ["Classifying"]),
        tests("ExcludingTests", ["Excluding"]),
        tests("SQLiteTests", ["SQLite"]),
        tests("SchemaTests", ["Schema", "SQLite"]),
        tests("IndexingTests", ["Indexing", "AsyncLoop", "Listing", "SQLite", "Schema"]),
        tests("BoxListingTests", ["BoxListing", "JSON", "Listing"]),
        tests("RcloneListingTests", ["RcloneListing", "AsyncLoop", "JSON", "Listing"]),
        tests("ImgindexTests", ["imgindex", "Indexing"]),
        tests("CommandTests", ["imgindex", "AsyncLoop", "HTTPClient", "JSON", "Listing"]),
        tests("FaultTests", ["imgindex"]),
        tests("StressTests", ["Walking", "AsyncLoop", "Listing"]),
    ]
)
