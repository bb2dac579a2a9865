import type { ResultadoXml } from '#contract/importacoes.ts'
import { fraseDe, passageira } from '#web/api/erro.ts'
import { criarAssistente, ILEGIVEL } from './criarAssistente.ts'
import { enviarXml } from './importacoes.api.ts'
import type { Motivo } from './pendencias.ts'
import { contarNoZip, zipar } from './zip.ts'

interface Estado {
  arquivo?: File | undefined
  /** How many documents the file holds, where that is known before it is read. */
  total?: number | undefined
  /** What would be written. */
  resultado?: ResultadoXml | undefined
  aceitar: ReadonlySet<Motivo>
  dias: string
  vincular: boolean
  erro: string
  enviando?: 'simular' | 'gravar' | undefined
  parar?: AbortController | undefined
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

const MAXIMO_BYTES = 210 * 1024 * 1024

/** Reads what was chosen, to be shown; several files go as one zip. */
export async function conferirXml(arquivos: [File, ...File[]]) {
  const { mudar } = assistenteXml
  const zips = arquivos.filter((um) => /\.zip$/i.test(um.name))
  if (arquivos.length > 1 && zips.length > 0)
    return mudar({ erro: 'Escolha um zip por vez, ou vários arquivos XML sem zip no meio.' })
  if (arquivos.reduce((soma, um) => soma + um.size, 0) > MAXIMO_BYTES)
    return mudar({ erro: 'Os arquivos passam de 200 MB. Divida-os em partes menores.' })
  try {
    const arquivo = arquivos.length > 1 ? await zipar(arquivos, `${arquivos.length} arquivos.zip`) : arquivos[0]
    mudar({ ...INICIO, arquivo, total: (await contarNoZip(arquivo)) ?? 1 })
  } catch {
    return mudar({ erro: ILEGIVEL })
  }
  await enviar(true)
}

/** Writes what was shown, with the person's decisions. */
export const gravarXml = () => enviar(false)

async function enviar(simular: boolean) {
  const { mudar, ler } = assistenteXml
  const { arquivo, aceitar, dias, vincular } = ler()
  if (!arquivo) return
  const parar = new AbortController()
  mudar({ erro: '', enviando: simular ? 'simular' : 'gravar', parar })
  try {
    const opcoes = simular ? SO_LER : { aceitar: [...aceitar], diasVencimento: dias, vincular, simular }
    const resultado = await enviarXml(arquivo, opcoes, parar.signal)
    mudar(simular ? { resultado } : { ...INICIO, gravada: resultado.importacao_id, enviado: arquivo })
  } catch (falha) {
    mudar({
      erro: parar.signal.aborted ? '' : fraseDe(falha),
      // What was chosen stays, to be sent again, when the failure is not about it.
      ...(simular && !passageira(falha) && { arquivo: undefined }),
    })
  } finally {
    mudar({ enviando: undefined, parar: undefined })
  }
}
const SO_LER = { aceitar: [], diasVencimento: '', vincular: false, simular: true }
