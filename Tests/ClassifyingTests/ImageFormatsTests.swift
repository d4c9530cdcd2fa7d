import Classifying
import Testing

/// The table keeps its promises.
@Suite struct ImageFormatsTests {
    private let extensions = ImageFormats.all.flatMap(\.extensions)

    @Test(
        "the extensions that people expect are there",
        arguments: """
            jpg jpeg jpe jfif png gif webp bmp tif tiff heic heif hif avif jxl jp2 j2k psd psb svg ico tga exr hdr pnm \
            ppm pgm pbm pam qoi dds
            """.split(separator: " ").map(String.init)
    )
    func common(text: String) throws {
        let format = try #require(ImageFormats.format(ofExtension: text))
        #expect(!format.isRaw)
    }

    @Test(
        "the raw families are there",
        arguments: """
            dng cr2 cr3 crw nef nrw arw sr2 srf raf orf rw2 rwl pef srw x3f 3fr fff iiq erf mrw kdc dcr mos raw gpr \
            ari arq bay k25 mdc mef
            """.split(separator: " ").map(String.init)
    )
    func raw(text: String) throws {
        let format = try #require(ImageFormats.format(ofExtension: text))
        #expect(format.isRaw)
    }

    @Test("no extension is in two formats and no name is given twice")
    func unique() {
        #expect(Set(extensions).count == extensions.count)
        #expect(Set(ImageFormats.all.map(\.name)).count == ImageFormats.all.count)
        #expect(ImageFormats.all.allSatisfy { !$0.name.isEmpty && !$0.extensions.isEmpty })
    }

    @Test("every extension could be written in a list of extensions, and fits the fast path")
    func wellFormed() throws {
        for text in extensions {
            #expect(try ExtensionSet(parsing: text).text == text)
            #expect((1...7).contains(text.utf8.count))
            #expect(text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) })
        }
        #expect(ExtensionSet.standard.extensions.count == extensions.count)
    }

    @Test("aliases share a format and a stranger has none")
    func lookUp() {
        #expect(ImageFormats.format(ofExtension: "jfif")?.name == "JPEG")
        #expect(ImageFormats.format(ofExtension: "tif") == ImageFormats.format(ofExtension: "tiff"))
        #expect(ImageFormats.format(ofExtension: "cr2")?.name == "Canon CR2")
        #expect(ImageFormats.format(ofExtension: "txt") == nil)
        #expect(ImageFormats.format(ofExtension: "JPG") == nil)
    }
}
