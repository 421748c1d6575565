import { adminUpload } from '../api/upload.ts'

/** Stores a picture of a text, and returns its URL. */
export const uploadPicture = async (file: File): Promise<string> => (await adminUpload('staffUpload', file)).location
