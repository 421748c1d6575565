const HEAD_BYTES = 1_000

/** A bank's file as text: UTF-8, unless the header of an OFX 1 file names Windows' or another Latin set of characters. */
export function decodeBankFile(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES))
  const isLatin = /OFXHEADER:/i.test(head) && /^CHARSET:\s?(?:1252|8859-1|ISO-8859-1)/im.test(head)
  return new TextDecoder(isLatin && !/^ENCODING:\s?UTF-?8/im.test(head) ? 'windows-1252' : 'utf-8').decode(bytes)
}
