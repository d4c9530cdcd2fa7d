/// The version of the command, which is stored with every run.
let versionNumber = "0.1.0"
