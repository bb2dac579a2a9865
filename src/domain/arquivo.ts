import { cortar } from './texto.ts'

/** A file that a person sends to a customer, by what its bytes say it is. */
export interface Especie {
  tipo: 'imagem' | 'documento'
  mime: 'image/jpeg' | 'image/png' | 'application/pdf'
  extensao: 'jpg' | 'png' | 'pdf'
  /** WhatsApp's own limit for it. */
  maximoBytes: number
}

const MEGA = 2 ** 20
/** What nobody can be harmed by opening, and WhatsApp takes: no program, no page, no archive, no macro. */
const ESPECIES: readonly (Especie & { assinatura: readonly number[] })[] = [
  { tipo: 'imagem', mime: 'image/jpeg', extensao: 'jpg', maximoBytes: 5 * MEGA, assinatura: [0xff, 0xd8, 0xff] },
  {
    tipo: 'imagem',
    mime: 'image/png',
    extensao: 'png',
    maximoBytes: 5 * MEGA,
    assinatura: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  },
  {
    tipo: 'documento',
    mime: 'application/pdf',
    extensao: 'pdf',
    maximoBytes: 100 * MEGA,
    assinatura: [0x25, 0x50, 0x44, 0x46, 0x2d],
  },
]

export const MAIOR_ARQUIVO_BYTES = Math.max(...ESPECIES.map(({ maximoBytes }) => maximoBytes))
/** As many bytes tell what a file is. */
export const BYTES_DA_ASSINATURA = 8
/** What a file dialog offers. */
export const TIPOS_DE_ARQUIVO = ESPECIES.map(({ mime }) => mime).join(',')
/** WhatsApp's bound for what is written under a file. */
export const LEGENDA_MAXIMA = 1024

/** What a file is by its first bytes, whatever its name says; null for what is not sent. */
export function especieDe(inicio: Uint8Array): Especie | null {
  const achada = ESPECIES.find(({ assinatura }) => assinatura.every((byte, i) => inicio[i] === byte))
  if (!achada) return null
  const { assinatura: _, ...especie } = achada
  return especie
}

/** Why a file cannot be sent, in a sentence for who chose it; null when it can. */
export function problemaDoArquivo(inicio: Uint8Array, bytes: number): string | null {
  if (bytes === 0) return 'O arquivo está vazio.'
  const especie = especieDe(inicio)
  if (!especie) return 'Só imagens JPEG ou PNG e documentos PDF podem ser enviados. Converta o arquivo e tente de novo.'
  if (bytes <= especie.maximoBytes) return null
  const [que, remedio] =
    especie.tipo === 'imagem' ? ['A imagem', 'Reduza-a'] : ['O documento', 'Divida-o em partes menores']
  return `${que} passa de ${especie.maximoBytes / MEGA} MB, o limite do WhatsApp. ${remedio} e tente de novo.`
}

/** A name that says what the file is, whatever it was called: WhatsApp shows the icon by it. */
export function nomeDoEnviado(nome: string, { extensao }: Especie): string {
  const base = nome.replace(/\.[^.]{0,8}$/, '').trim() || 'arquivo'
  return `${cortar(base, 100)}.${extensao}`
}

/** What a customer may send and a person here may open: nothing that runs, no page, no drawing with scripts, no archive. */
const RECEBIDOS =
  /^(?:image\/(?:jpeg|png|webp|gif)|audio\/(?:aac|amr|mpeg|mp4|ogg|opus)|video\/(?:mp4|3gpp)|text\/(?:plain|csv)|application\/(?:pdf|msword|vnd\.ms-excel|vnd\.ms-powerpoint|vnd\.openxmlformats-officedocument\.(?:wordprocessingml\.document|spreadsheetml\.sheet|presentationml\.presentation)))$/
const EXTENSOES = new Set(
  'jpg jpeg jpe jfif png webp gif aac amr mp3 m4a ogg oga opus mp4 3gp txt csv pdf doc docx xls xlsx ppt pptx'.split(
    ' ',
  ),
)

/** Whether what a customer sent is kept: by the type WhatsApp gives it, and by what its name would make a computer do. */
export function recebidoEhSeguro(mime: string, nome: string | null): boolean {
  if (!RECEBIDOS.test(mime.split(';')[0]!.trim().toLowerCase())) return false
  const fim = /\.([^.]*)$/.exec((nome ?? '').replace(/[.\s]+$/, ''))?.[1]?.toLowerCase()
  // "Recibo 12.05" ends in no extension.
  return fim === undefined || !/^[a-z]/.test(fim) || EXTENSOES.has(fim)
}
