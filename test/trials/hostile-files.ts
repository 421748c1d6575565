import { randomBytes } from 'node:crypto'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'

/** A file and the name it is sent under. `shop` is its target, for files that try to reach other URLs. */
export type HostileFile = { label: string; name: string; bytes: Buffer; mime?: string }

const SCRIPT = '<script>alert(document.domain)</script>'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`
const HTML = `<!doctype html><html><body>${SCRIPT}</body></html>`
const PDF = `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>\nendobj\n%%EOF\n`
const MEGABYTE = 1_048_576
const toBuffer = (content: string, encoding: BufferEncoding = 'utf8') => Buffer.from(content, encoding)
const fromLatin1 = (content: string) => Buffer.from(content, 'latin1')

/** All kinds of files in docs/security G10 and similar ones; generated here, nothing is downloaded. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const blank = { create: { width: 600, height: 400, channels: 3 as const, background: '#8a3b2e' } }
  const [jpeg, png, webp, gif, avif] = await Promise.all([
    sharp(blank).jpeg().toBuffer(),
    sharp(blank).png().toBuffer(),
    sharp(blank).webp().toBuffer(),
    sharp(blank).gif().toBuffer(),
    sharp(blank).avif({ effort: 0 }).toBuffer(),
  ])
  const file = (label: string, name: string, bytes: Buffer | string, mime?: string): HostileFile => ({
    label,
    name,
    bytes: typeof bytes === 'string' ? toBuffer(bytes) : bytes,
    ...(mime && { mime }),
  })
  const firstHalf = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))
  const append = (bytes: Buffer, suffix: string) => Buffer.concat([bytes, toBuffer(suffix)])
  return [
    file('SVG with a script', 'a.svg', SVG, 'image/svg+xml'),
    file('SVG named as PNG', 'a.png', SVG, 'image/png'),
    file('SVG named as text', 'a.txt', SVG, 'text/plain'),
    file('SVG after an XML declaration', 'a.jpg', `<?xml version="1.0"?>\n${SVG}`, 'image/jpeg'),
    file('SVG after a comment and whitespace', 'a.txt', `${' \n'.repeat(3000)}<!-- a -->${SVG}`),
    file('SVG with a doctype and entities', 'a.svg', `<!DOCTYPE svg [<!ENTITY a "b">]>${SVG}`),
    file('SVG in UTF-16', 'a.txt', toBuffer(`\ufeff${SVG}`, 'utf16le')),
    file('SVG, packed', 'a.svgz', gzipSync(SVG)),
    file(
      'SVG with a foreign object',
      'a.svg',
      `<svg><foreignObject><iframe src="javascript:1"/></foreignObject></svg>`,
    ),
    file('SVG in upper case', 'a.txt', SVG.toUpperCase()),
    file('HTML', 'a.html', HTML, 'text/html'),
    file('HTML named as PNG', 'a.png', HTML, 'image/png'),
    file('HTML named as PDF', 'a.pdf', HTML, 'application/pdf'),
    file('HTML named as CSV', 'a.csv', `a,b\n1,${SCRIPT}\n`, 'text/csv'),
    file('HTML named as ZIP', 'a.zip', HTML, 'application/zip'),
    file('HTML with a byte order mark', 'a.txt', `\ufeff${HTML}`),
    file('HTML in UTF-16, big-endian', 'a.txt', toBuffer(`\ufeff${HTML}`, 'utf16le').swap16()),
    file('HTML after 64 kB of text', 'a.txt', `${'word '.repeat(13_107)}${HTML}`),
    file('an image with a handler', 'a.txt', 'hello <img src=x onerror=alert(1)>'),
    file('an unknown element with a handler', 'a.txt', 'hello <xss onpointerenter = alert(1)>'),
    file('XHTML', 'a.xhtml', `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</html>`),
    file('XML with a style sheet', 'a.xml', '<?xml version="1.0"?><?xml-stylesheet href="a.xsl"?><a/>'),
    file('MHTML', 'a.mht', `MIME-Version: 1.0\nContent-Type: text/html\n\n${HTML}`),
    file('a script', 'a.js', 'alert(document.domain)', 'text/javascript'),
    file('PHP', 'a.php', '<?php system($_GET["c"]); ?>'),
    file('PHP in a JPEG', 'a.php.jpg', append(jpeg, '<?php system($_GET["c"]); ?>')),
    file('GIF and script', 'a.gif', fromLatin1(`GIF89a/*${'\0'.repeat(8)}*/=1;alert(1)//`), 'image/gif'),
    file('a complete GIF and script', 'a.gif', append(gif, SCRIPT)),
    file('a complete PNG and HTML', 'a.png', append(png, HTML)),
    file('a complete JPEG and a ZIP', 'a.jpg', Buffer.concat([jpeg, zip([['a.html', toBuffer(HTML)]])])),
    file('a complete WebP and HTML', 'a.webp', append(webp, HTML)),
    file('a complete AVIF and HTML', 'a.avif', append(avif, HTML)),
    file('PDF and HTML', 'a.pdf', `${PDF}${HTML}`, 'text/html'),
    file('HTML and PDF', 'a.pdf', `${HTML}${PDF}`),
    file('PDF that runs a script on opening', 'a.pdf', PDF),
    file('BMP and script', 'a.png', fromLatin1(`BM/*${'\0'.repeat(50)}*/=1;alert(1)`)),
    file('double ending', 'a.pdf.exe', PDF),
    file('double extension, reversed', 'a.svg.png', png, 'image/svg+xml'),
    file('extension after a NUL', 'a.html\0.png', png),
    file('extension after a semicolon', 'a.asp;.jpg', jpeg),
    file('no name', '', PDF),
    file('a path', '../../../../etc/passwd', PDF),
    file('a Windows path', '..\\..\\boot.ini', PDF),
    file('an absolute path', '/etc/cron.d/a', PDF),
    file('an encoded path', '%2e%2e%2f%2e%2e%2fa.pdf', PDF),
    file('a name with a right-to-left override', 'a\u202efdp.exe', PDF),
    file('a name containing a header', 'a"\r\nSet-Cookie: a=b\r\n.pdf', PDF),
    file('a name with markup', `"><img src=x onerror=alert(1)>.pdf`, PDF),
    file('a name of 10,000 characters', `${'a'.repeat(10_000)}.pdf`, PDF),
    file('a reserved name', '.htaccess', 'AddType text/html .txt'),
    file('nothing', 'a.png', ''),
    file('one zero', 'a.png', fromLatin1('\0')),
    file('a megabyte of zeros', 'a.txt', Buffer.alloc(MEGABYTE)),
    file('a megabyte of noise', 'a.jpg', randomBytes(MEGABYTE)),
    file('a Windows program', 'a.png', fromLatin1(`MZ${'\0'.repeat(58)}\x40\0\0\0PE\0\0${'\0'.repeat(200)}`)),
    file('a Linux program', 'a.pdf', fromLatin1(`\x7fELF\x02\x01\x01${'\0'.repeat(60)}`)),
    file('a shell script', 'a.sh', '#!/bin/sh\nrm -rf /\n'),
    file('an installer', 'a.doc', fromLatin1(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(1500)}`)),
    file('RTF', 'a.doc', '{\\rtf1 {\\object\\objdata 0105}}'),
    file('TIFF', 'a.jpg', await sharp(blank).tiff().toBuffer()),
    file('only the header of a PNG', 'a.png', png.subarray(0, 8)),
    file('half a PNG', 'a.png', firstHalf(png)),
    file('half a JPEG', 'a.jpg', firstHalf(jpeg)),
    file('half a WebP', 'a.webp', firstHalf(webp)),
    file('half a GIF', 'a.gif', firstHalf(gif)),
    file('half an AVIF', 'a.avif', firstHalf(avif)),
    file('a PNG with a wrong checksum', 'a.png', flipByte(png, 40)),
    file('a PNG that claims a width of 2 billion', 'a.png', withSize(png, 0x7fffffff, 0x7fffffff)),
    file('a PNG of 196 megapixels', 'a.png', await blankImage(14_000, 14_000).png({ compressionLevel: 9 }).toBuffer()),
    file('a JPEG of 196 megapixels', 'a.jpg', await blankImage(14_000, 14_000).jpeg({ quality: 10 }).toBuffer()),
    file(
      'a WebP of 196 megapixels',
      'a.webp',
      await blankImage(14_000, 14_000).webp({ effort: 0, quality: 1 }).toBuffer(),
    ),
    file(
      'an interlaced PNG just under the cap',
      'a.png',
      await blankImage(3990, 3990).png({ progressive: true }).toBuffer(),
    ),
    file(
      'a progressive JPEG just under the cap',
      'a.jpg',
      await blankImage(3990, 3990).jpeg({ progressive: true }).toBuffer(),
    ),
    file(
      'a WebP just under the cap',
      'a.webp',
      await blankImage(3990, 3990).webp({ effort: 0, quality: 1 }).toBuffer(),
    ),
    file(
      'an AVIF just under its cap',
      'a.avif',
      await blankImage(1990, 1990).avif({ effort: 0, quality: 1 }).toBuffer(),
    ),
    file('a plain PNG just under its cap', 'a.png', await blankImage(7050, 7050).png().toBuffer()),
    file('a plain JPEG just under its cap', 'a.jpg', await blankImage(7050, 7050).jpeg().toBuffer()),
    file('a GIF of 40,000 frames', 'a.gif', animatedGif(40_000, 1)),
    file('a GIF of 40,000 large frames', 'a.gif', animatedGif(40_000, 2000)),
    file('a zip bomb', 'a.zip', zip([['zeros', Buffer.alloc(200 * MEGABYTE)]])),
    file('a zip bomb disguised as a document', 'a.docx', zip([['[Content_Types].xml', Buffer.alloc(200 * MEGABYTE)]])),
    file(
      'a ZIP whose entries escape the folder',
      'a.zip',
      zip([['../../../etc/cron.d/a', toBuffer('* * * * * root id')]]),
    ),
    file('a JAR', 'a.zip', zip([['META-INF/MANIFEST.MF', toBuffer('Manifest-Version: 1.0\nMain-Class: A\n')]])),
    file('an image of 80 MB', 'a.png', Buffer.concat([png, Buffer.alloc(80 * MEGABYTE)])),
    file('an attachment of 200 MB', 'a.txt', Buffer.alloc(200 * MEGABYTE, 'a line\n')),
  ]
}

const blankImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c4a484' }, limitInputPixels: false })

function flipByte(bytes: Buffer, attributes: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[attributes] = (copy[attributes] ?? 0) ^ 0xff
  return copy
}

/** Writes another size into a PNG's first chunk, with a valid checksum. */
function withSize(png: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(png)
  copy.writeUInt32BE(width, 16)
  copy.writeUInt32BE(height, 20)
  copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29)
  return copy
}

/** A GIF with a canvas `side` pixels wide whose frames are one pixel, or as large as the canvas. */
function animatedGif(count: number, canvasSize: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(canvasSize, 0)
  size.writeUInt16LE(canvasSize, 2)
  const header = Buffer.concat([fromLatin1('GIF89a'), size, fromLatin1('\x80\0\0\0\0\0\xff\xff\xff')])
  const frame = Buffer.concat([
    fromLatin1('\x21\xf9\x04\0\x01\0\0\0\x2c\0\0\0\0'),
    size,
    fromLatin1('\0\x02\x02\x44\x01\0'),
  ])
  return Buffer.concat([header, ...Array<Buffer>(count).fill(frame), fromLatin1('\x3b')])
}

/** A ZIP of deflated entries. */
function zip(entries: readonly [name: string, content: Buffer][]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of entries) {
    const packed = deflateRawSync(content)
    const commonFields = Buffer.alloc(26)
    commonFields.writeUInt16LE(20, 0)
    commonFields.writeUInt16LE(8, 4)
    commonFields.writeUInt32LE(crc32(content), 10)
    commonFields.writeUInt32LE(packed.length, 14)
    commonFields.writeUInt32LE(content.length, 18)
    commonFields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([fromLatin1('PK\x03\x04'), commonFields, toBuffer(name), packed])
    const attributes = Buffer.alloc(14)
    attributes.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([fromLatin1('PK\x01\x02\x14\0'), commonFields, attributes, toBuffer(name)]))
    parts.push(local)
    offset += local.length
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(index.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, index, fromLatin1('PK\x05\x06'), end])
}
