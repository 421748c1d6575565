/** What may hang on a post, by the endings of its names (docs/product §5.3); the server looks into the file. */
export const attachmentTypes = [
  '.pdf',
  ...['.doc', '.docx', '.xls', '.xlsx', '.ppt', '.pptx'],
  ...['.txt', '.csv', '.zip'],
  ...['.jpg', '.jpeg', '.png', '.webp', '.avif', '.gif'],
]
