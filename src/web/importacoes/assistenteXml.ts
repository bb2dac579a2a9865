import type { ResultadoXml } from '#contract/importacoes.ts'
import { type Comum, criarAssistente, ILEGIVEL, juntar } from './criarAssistente.ts'
import { enviarXml } from './importacoes.api.ts'
import type { Motivo } from './pendencias.ts'
import { contarNoZip } from './zip.ts'

interface Estado extends Comum {
  /** How many documents the file holds, where that is known before it is read. */
  total?: number | undefined
  /** What would be written. */
  resultado?: ResultadoXml | undefined
  aceitar: ReadonlySet<Motivo>
  dias: string
  vincular: boolean
  /** The import that was written. */
  gravada?: number | undefined
  /** Its file, kept in memory while the person is here, so that what was left out may still be decided. */
  enviado?: File | undefined
}

const INICIO: Estado = {
  arquivo: undefined,
  total: undefined,
  resultado: undefined,
  aceitar: new Set(),
  dias: '',
  vincular: false,
  erro: '',
  enviando: undefined,
  parar: undefined,
  gravada: undefined,
  enviado: undefined,
}
export const assistenteXml = criarAssistente<Estado>(INICIO)

const LIMITE = { tipo: 'XML', mega: 200, bytes: 210 * 1024 * 1024 }

/** Reads what was chosen, to be shown; several files go as one zip. */
export async function conferirXml(arquivos: [File, ...File[]]) {
  const { mudar } = assistenteXml
  const arquivo = await juntar(arquivos, LIMITE)
  if (typeof arquivo === 'string') return mudar({ erro: arquivo })
  try {
    mudar({ ...INICIO, arquivo, total: (await contarNoZip(arquivo)) ?? 1 })
  } catch {
    return mudar({ erro: ILEGIVEL })
  }
  await enviar(true)
}

/** Writes what was shown, with the person's decisions. */
export const gravarXml = () => enviar(false)

const enviar = (simular: boolean) =>
  assistenteXml.enviar(simular, async (arquivo, sinal) => {
    const { aceitar, dias, vincular } = assistenteXml.ler()
    const opcoes = simular ? SO_LER : { aceitar: [...aceitar], diasVencimento: dias, vincular, simular }
    const resultado = await enviarXml(arquivo, opcoes, sinal)
    return simular ? { resultado } : { ...INICIO, gravada: resultado.importacao_id, enviado: arquivo }
  })
const SO_LER = { aceitar: [], diasVencimento: '', vincular: false, simular: true }
