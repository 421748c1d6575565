/**
 * The file types a post may have attached, by file extension (docs/product §5.3); the server inspects the file itself.
 */
export const attachmentTypes = [
  '.pdf',
  ...['.doc', '.docx', '.xls', '.xlsx', '.ppt', '.pptx'],
  ...['.txt', '.csv', '.zip'],
  ...['.jpg', '.jpeg', '.png', '.webp', '.avif', '.gif'],
]
