import type { RegrasDoEnvio } from '#server/leitura/arquivos.ts'

const MIB = 1_048_576
const MAIOR_ARQUIVO_BYTES = 50 * MIB
/** Of one upload. */
export const MAXIMO_DE_MOVIMENTOS = 200_000

/** Files of banks come alone, or many in a zip. */
export const ENVIO_DO_BANCO: RegrasDoEnvio = {
  arquivos: 1_000,
  bytes: 200 * MIB,
  bytesPorArquivo: MAIOR_ARQUIVO_BYTES,
  estranho: (comeco) =>
    comeco.startsWith('%PDF') ? 'PDF não é lido: baixe no banco o extrato em OFX, ou o retorno CNAB.' : null,
  compactado: 'Este tipo de arquivo compactado não é aberto. Envie um .zip, ou o próprio arquivo do banco.',
  grande: `Um arquivo do banco não passa de ${MAIOR_ARQUIVO_BYTES / MIB} MiB. Baixe um período menor.`,
}
