internal import CSystem

/// The kind of network file system that an open file is on.
///
/// See statfs(2). File systems in user space count as such, but for those of block devices: whether processes can share
/// memory on them cannot be told.
///
/// - Parameter descriptor: Any open file.
/// - Returns: Its name as in mount(8); nil for a local one.
package func networkKind(of descriptor: Int32) -> String? {
    var kind: UInt64 = 0
    var number: UInt64 = 0
    guard imgindex_volume(descriptor, &kind, &number) == 0 else { return nil }
    // The field is signed, and some of the numbers have the highest bit of 32.
    guard let name = networkKinds[UInt32(truncatingIfNeeded: kind)] else { return nil }
    guard name == "fuse" else { return name }
    let type = (try? Mount.of(descriptor))?.type
    return type == "fuseblk" ? nil : type ?? name
}

/// Whether answers of a kind of file system come from another machine or another process, or it mounts such by itself: a
/// call on it may never come back.
///
/// - Parameter type: Its name as in mount(8).
/// - Returns: Whether a call can hang.
func isDistant(_ type: String) -> Bool {
    distantKinds.contains(type) || type.hasPrefix("fuse.")
}

private let distantKinds = Set(networkKinds.values).union(kindsWithoutNumber)

/// Those that have the number of another one, or none that says so: kinds of fuse above all.
private let kindsWithoutNumber = ["nfs4", "virtiofs", "glusterfs", "davfs", "fuseblk", "autofs"]

/// By the numbers of statfs(2).
private let networkKinds: [UInt32: String] = [
    0x6969: "nfs", 0x517B: "smbfs", 0xFF53_4D42: "cifs", 0xFE53_4D42: "smb3", 0x0102_1997: "9p", 0x6573_5546: "fuse",
    0x00C3_6400: "ceph", 0x5346_414F: "afs", 0x6B41_4653: "afs", 0x7375_7245: "coda", 0x564C: "ncpfs",
    0x0BD0_0BD0: "lustre", 0x4750_4653: "gpfs", 0x1983_0326: "beegfs", 0x2003_0528: "pvfs2", 0x7461_636F: "ocfs2",
    0x0116_1970: "gfs2", 0x786F_4256: "vboxsf", 0xBACB_ACBC: "vmhgfs", 0x7C7C_6673: "prl_fs",
]
