// swift-tools-version: 6.2
import PackageDescription

// A package of its own, as a user of the library would have: it sees what is public, and inlines across packages.
let package = Package(
    name: "loop-cost",
    dependencies: [.package(name: "imgindex", path: "../../..")],
    targets: [
        .executableTarget(
            name: "loop-cost",
            dependencies: [.product(name: "AsyncLoop", package: "imgindex")],
            swiftSettings: [.swiftLanguageMode(.v6)]
        )
    ]
)
