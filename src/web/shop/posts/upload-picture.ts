import { upload } from '#web/api/upload.ts'

/** Uploads a picture of a post and returns its URL. */
export const uploadPicture = async (file: File): Promise<string> => (await upload('upload', {}, { file })).location
