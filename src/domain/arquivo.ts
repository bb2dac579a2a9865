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
/** What WhatsApp takes and is safe to open: no program, HTML page, archive or macro. */
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
/** How many leading bytes `especieDe` needs. */
export const BYTES_DA_ASSINATURA = 8
/** For a file input's `accept`. */
export const TIPOS_DE_ARQUIVO = ESPECIES.map(({ mime }) => mime).join(',')
/** WhatsApp's limit for a file's caption. */
export const LEGENDA_MAXIMA = 1024
/** WhatsApp's limit for a text message. */
export const TEXTO_MAXIMO = 4096

/** What a file is by its first bytes, whatever its name says; null for what is not sent. */
export function especieDe(inicio: Uint8Array): Especie | null {
  const achada = ESPECIES.find(({ assinatura }) => assinatura.every((byte, i) => inicio[i] === byte))
  if (!achada) return null
  const { assinatura: _, ...especie } = achada
  return especie
}

/** Why a file cannot be sent, in a sentence for whoever chose it; null when it can. */
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

const OFFICE = 'application/vnd.openxmlformats-officedocument.'
/**
 * File types that a customer may send and a person here may open, by their first bytes: nothing that runs, no HTML, SVG
 * or archive. Types with the same signature are told apart by the declared MIME type, which must be one of them.
 */
const RECEBIDOS: readonly { em?: number; comecos: readonly string[]; mimes: readonly string[]; soComRotulo?: true }[] =
  [
    { comecos: ['\xff\xd8\xff'], mimes: ['image/jpeg'] },
    { comecos: ['\x89PNG'], mimes: ['image/png'] },
    { comecos: ['GIF87a', 'GIF89a'], mimes: ['image/gif'] },
    { em: 8, comecos: ['WEBP'], mimes: ['image/webp'] },
    { comecos: ['%PDF-'], mimes: ['application/pdf'] },
    { comecos: ['OggS'], mimes: ['audio/ogg', 'audio/opus'] },
    { comecos: ['#!AMR'], mimes: ['audio/amr'] },
    { comecos: ['ID3', '\xff\xe2', '\xff\xe3', '\xff\xf2', '\xff\xf3', '\xff\xfa', '\xff\xfb'], mimes: ['audio/mpeg'] },
    { comecos: ['\xff\xf0', '\xff\xf1', '\xff\xf8', '\xff\xf9'], mimes: ['audio/aac'] },
    { em: 4, comecos: ['ftyp'], mimes: ['video/mp4', 'audio/mp4', 'video/3gpp'] },
    {
      comecos: ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
      mimes: ['application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint'],
      soComRotulo: true,
    },
    {
      comecos: ['PK\x03\x04'],
      mimes: [
        `${OFFICE}wordprocessingml.document`,
        `${OFFICE}spreadsheetml.sheet`,
        `${OFFICE}presentationml.presentation`,
      ],
      soComRotulo: true,
    },
  ]
const TEXTO = ['text/plain', 'text/csv']
/** A program's first letters, or markup: no plain text begins so, nor has control characters. */
const NAO_E_TEXTO = /^(?:MZ|#!|\s*<)/
const SO_SE_ABRE =
  /^(?:jpg|jpeg|jpe|jfif|png|webp|gif|aac|amr|mp3|m4a|ogg|oga|opus|mp4|3gp|txt|csv|pdf|docx?|xlsx?|pptx?)$/

/** How many leading bytes `tipoRecebido` needs. */
export const BYTES_DO_RECEBIDO = 64

/**
 * What a file from a customer is, by its first bytes; by the label it came under only where they cannot tell. Null for what
 * is not kept.
 */
export function tipoRecebido(inicio: Uint8Array, rotulo: string): string | null {
  const comeco = String.fromCharCode(...inicio.subarray(0, BYTES_DO_RECEBIDO))
  const dito = rotulo.split(';')[0]!.trim().toLowerCase()
  const achado = RECEBIDOS.find(({ em = 0, comecos }) => comecos.some((um) => comeco.startsWith(um, em)))
  if (achado?.mimes.includes(dito)) return dito
  if (achado) return achado.soComRotulo ? null : achado.mimes[0]!
  const binario = inicio.some((byte) => byte < 9 || (byte > 13 && byte < 32))
  return TEXTO.includes(dito) && !binario && !NAO_E_TEXTO.test(comeco) ? dito : null
}

/** Whether a computer that opens a file of this name would do no more than show it. Browsers save it without what is not seen. */
export function nomeEhSeguro(nome: string | null): boolean {
  const visivel = (nome ?? '').replace(/[\p{Cc}\p{Cf}]/gu, '')
  const fim = /\.([^.]*)$/.exec(visivel.replace(/[.\s]+$/, ''))?.[1]?.toLowerCase()
  // "Recibo 12.05" ends in no extension.
  return fim === undefined || !/^[a-z]/.test(fim) || SO_SE_ABRE.test(fim)
}
