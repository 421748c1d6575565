/** Allowed attachments of a post by file extension (docs/product §5.3); the server inspects the content. */
export const attachmentTypes = [
  '.pdf',
  ...['.doc', '.docx', '.xls', '.xlsx', '.ppt', '.pptx'],
  ...['.txt', '.csv', '.zip'],
  ...['.jpg', '.jpeg', '.png', '.webp', '.avif', '.gif'],
]
