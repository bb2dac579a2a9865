import type { RegrasDoEnvio } from '#server/leitura/arquivos.ts'

/**
 * How much of a file is read: far beyond what any spreadsheet or fiscal program writes, and few enough that no file
 * costs more than seconds. What passes them is refused with a sentence, never cut in silence.
 */
export const LIMITES = {
  /** Of a spreadsheet: as many as Excel and LibreOffice hold. */
  linhas: 1_048_576,
  /** Of a spreadsheet, without the empty ones at its end. */
  colunas: 500,
  caracteresPorLinha: 131_072,
  /** Notes, events and protocols of one XML: a lot of NF-e has 50. */
  documentosPorArquivo: 5_000,
  /** Of a whole upload: as many as a zip has files. Each has its line in the answer. */
  documentos: 20_000,
  parcelas: 200_000,
  /** Of one note; the layout has 120 duplicatas and 100 pagamentos. */
  itensPorLista: 1_000,
  elementosPorArquivo: 500_000,
  /** Any one part of an XML: a tag, a text, a comment. */
  caracteresPorParte: 4 * 1_048_576,
  atributosPorElemento: 200,
  caracteresPorAtributo: 10_000,
} as const

const MIB = 1_048_576
const MAIOR_XML = 20 * MIB

/** Notes come as an XML each, or many in a zip. */
export const ENVIO_DE_NOTAS: RegrasDoEnvio = {
  arquivos: 20_000,
  bytes: 200 * MIB,
  bytesPorArquivo: MAIOR_XML,
  estranho: (comeco) =>
    comeco.startsWith('%PDF') ? 'PDF não é o XML da nota (DANFE é só a impressão): envie o arquivo XML.' : null,
  compactado: 'Este tipo de arquivo compactado não é aberto. Envie um .zip ou o próprio XML.',
  grande: `Um XML de nota não passa de ${MAIOR_XML / MIB} MiB. Para enviar muitos, use um .zip.`,
}

/** In the words of a sentence: 50.000. */
