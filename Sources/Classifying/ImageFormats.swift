/// The one table of formats: which extension means which format.
///
/// An extension belongs to one format only. The table holds still images and
/// no video, no documents, no projects of an editor other than Photoshop's.
///
/// Sources of the raw families, each extension being in at least one of them:
/// - ExifTool, `%fileTypeLookup` in `lib/Image/ExifTool.pm`
///   <https://github.com/exiftool/exiftool>: 3fr to x3f as far as it calls them
///   raw, with the names of the makers.
/// - darktable, `DT_SUPPORTED_EXTENSIONS` in `CMakeLists.txt`
///   <https://github.com/darktable-org/darktable>, and KDE's list of what
///   LibRaw reads <https://api.kde.org/libkdcraw/html/rawfiles_8h_source.html>:
///   ari bay bmq kc2 mdc pxn qtk rdc sti.
///
/// Left out although one of these lists has it, because most files of that name
/// are something else: `cap` (packet captures), `cine` and `r3d` (video), `dc2`
/// (drawings), `ia`, `ptx` (sound sessions), `eip` (an archive), and `hdr` as a
/// raw file of Leaf (it is Radiance HDR here).
public enum ImageFormats {
    /// Every known format, the common ones first, then the raw ones by maker.
    public static let all: [ImageFormat] = common + raw

    /// The format of an extension.
    ///
    /// Compares bytes, so no other spelling of the same text is found. For names
    /// of files use ``NameClassifier``; this is for showing and for tests.
    ///
    /// - Parameter text: An extension in lower case, without the dot.
    /// - Returns: Its format, or nil when the table has no such extension.
    /// - Complexity: Linear in the number of extensions of the table.
    public static func format(ofExtension text: String) -> ImageFormat? {
        all.first { format in format.extensions.contains { $0.utf8.elementsEqual(text.utf8) } }
    }

    private static let common = [
        ImageFormat("JPEG", "jpg", "jpeg", "jpe", "jfif"),
        ImageFormat("PNG", "png"),
        ImageFormat("GIF", "gif"),
        ImageFormat("WebP", "webp"),
        ImageFormat("BMP", "bmp"),
        ImageFormat("TIFF", "tif", "tiff"),
        ImageFormat("HEIF", "heic", "heif", "hif"),
        ImageFormat("AVIF", "avif"),
        ImageFormat("JPEG XL", "jxl"),
        ImageFormat("JPEG 2000", "jp2", "j2k"),
        ImageFormat("Photoshop", "psd"),
        ImageFormat("Photoshop Large Document", "psb"),
        ImageFormat("SVG", "svg"),
        ImageFormat("Windows Icon", "ico"),
        ImageFormat("Truevision TGA", "tga"),
        ImageFormat("OpenEXR", "exr"),
        ImageFormat("Radiance HDR", "hdr"),
        ImageFormat("Portable Anymap", "pnm"),
        ImageFormat("Portable Pixmap", "ppm"),
        ImageFormat("Portable Graymap", "pgm"),
        ImageFormat("Portable Bitmap", "pbm"),
        ImageFormat("Portable Arbitrary Map", "pam"),
        ImageFormat("QOI", "qoi"),
        ImageFormat("DirectDraw Surface", "dds"),
    ]

    private static let raw = [
        ImageFormat("Adobe DNG", raw: true, "dng"),
        ImageFormat("Apple QuickTake", raw: true, "qtk"),
        ImageFormat("ARRI Raw", raw: true, "ari"),
        ImageFormat("Canon CR2", raw: true, "cr2"),
        ImageFormat("Canon CR3", raw: true, "cr3"),
        ImageFormat("Canon CRW", raw: true, "crw"),
        ImageFormat("Casio BAY", raw: true, "bay"),
        ImageFormat("Digital Foto Maker RDC", raw: true, "rdc"),
        ImageFormat("Epson ERF", raw: true, "erf"),
        ImageFormat("Fujifilm RAF", raw: true, "raf"),
        ImageFormat("GoPro GPR", raw: true, "gpr"),
        ImageFormat("Hasselblad 3FR", raw: true, "3fr"),
        ImageFormat("Hasselblad FFF", raw: true, "fff"),
        ImageFormat("Kodak DCR", raw: true, "dcr"),
        ImageFormat("Kodak K25", raw: true, "k25"),
        ImageFormat("Kodak KC2", raw: true, "kc2"),
        ImageFormat("Kodak KDC", raw: true, "kdc"),
        ImageFormat("Leaf MOS", raw: true, "mos"),
        ImageFormat("Leica RWL", raw: true, "rwl"),
        ImageFormat("Logitech PXN", raw: true, "pxn"),
        ImageFormat("Mamiya MEF", raw: true, "mef"),
        ImageFormat("Minolta MDC", raw: true, "mdc"),
        ImageFormat("Minolta MRW", raw: true, "mrw"),
        ImageFormat("Nikon NEF", raw: true, "nef"),
        ImageFormat("Nikon NRW", raw: true, "nrw"),
        ImageFormat("NuCore BMQ", raw: true, "bmq"),
        ImageFormat("Olympus ORF", raw: true, "orf", "ori"),
        ImageFormat("Panasonic or Contax RAW", raw: true, "raw"),
        ImageFormat("Panasonic RW2", raw: true, "rw2"),
        ImageFormat("Pentax PEF", raw: true, "pef"),
        ImageFormat("Phase One IIQ", raw: true, "iiq"),
        ImageFormat("Samsung SRW", raw: true, "srw"),
        ImageFormat("Sigma X3F", raw: true, "x3f"),
        ImageFormat("Sinar CS1", raw: true, "cs1"),
        ImageFormat("Sinar STI", raw: true, "sti"),
        ImageFormat("Sony ARQ", raw: true, "arq"),
        ImageFormat("Sony ARW", raw: true, "arw"),
        ImageFormat("Sony SR2", raw: true, "sr2"),
        ImageFormat("Sony SRF", raw: true, "srf"),
    ]
}
