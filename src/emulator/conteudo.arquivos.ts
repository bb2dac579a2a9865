import { z } from 'zod'

/** By its id or by an address, one of the two. */
export const umSo = ({ id, link }: { id?: string | undefined; link?: string | undefined }) =>
  (id === undefined) !== (link === undefined)
export const deArquivo = { id: z.string().min(1).optional(), link: z.url().optional() }
const legenda = { caption: z.string().max(1024).optional() }
/** Only images, videos and documents take a caption; only a document, a name. */
export const ARQUIVOS = {
  image: z.strictObject({ ...deArquivo, ...legenda }).refine(umSo),
  video: z.strictObject({ ...deArquivo, ...legenda }).refine(umSo),
  document: z.strictObject({ ...deArquivo, ...legenda, filename: z.string().optional() }).refine(umSo),
  audio: z.strictObject({ ...deArquivo, voice: z.boolean().optional() }).refine(umSo),
  sticker: z.strictObject(deArquivo).refine(umSo),
}
