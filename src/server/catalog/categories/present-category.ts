import type { CategoryFields, ManagedCategory } from '#contract/catalog/categories.ts'
import { toPictureFile, toPictureSrc } from '#server/content/uploads/picture-src.ts'
import type { CategoryRow } from './category.queries.ts'
import type { CategoryInput } from './change-categories.ts'

export const presentCategory = ({ id, picture_file, picture_alt, ...category }: CategoryRow): ManagedCategory => ({
  ...category,
  category_id: id,
  picture: presentCategoryPicture({ picture_file, picture_alt }),
})

export const presentCategoryPicture = ({
  picture_file,
  picture_alt,
}: Pick<CategoryRow, 'picture_file' | 'picture_alt'>) =>
  picture_file === null ? null : { src: toPictureSrc(picture_file), alt: picture_alt }

export const toCategoryInput = ({ picture, ...fields }: CategoryFields): CategoryInput => ({
  ...fields,
  picture: picture && { file: toPictureFile(picture.src), alt: picture.alt },
})
