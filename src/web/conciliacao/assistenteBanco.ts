import type { ResultadoDoBanco } from '#contract/extratos.ts'
import { fraseDe, passageira } from '#web/api/erro.ts'
import { criarAssistente, ILEGIVEL } from '#web/importacoes/criarAssistente.ts'
import { zipar } from '#web/importacoes/zip.ts'
import { enviarAoBanco } from './conciliacao.api.ts'

interface Estado {
  arquivo: File | undefined
  /** What it would bring, or has brought. */
  resultado: ResultadoDoBanco | undefined
  /** The files' pending reasons, as first read; `resultado` no longer has those accepted. */
  pendencias: ResultadoDoBanco['pendencias']
  aceitar: ReadonlySet<string>
  /** The recount under way, with what was accepted. */
  recontando: AbortController | undefined
  erro: string
  enviando: 'simular' | 'gravar' | undefined
  parar: AbortController | undefined
  gravado: boolean
}
const INICIO: Estado = {
  arquivo: undefined,
  resultado: undefined,
  pendencias: [],
  aceitar: new Set(),
  recontando: undefined,
  erro: '',
  enviando: undefined,
  parar: undefined,
  gravado: false,
}
export const assistenteBanco = criarAssistente<Estado>(INICIO)

const MAXIMO_BYTES = 50 * 1024 * 1024

/** Reads what was dropped, to be shown; several files go as one zip. */
export async function conferirBanco(arquivos: [File, ...File[]]) {
  const { mudar } = assistenteBanco
  const zips = arquivos.filter((um) => /\.zip$/i.test(um.name))
  if (arquivos.length > 1 && zips.length > 0)
    return mudar({ erro: 'Escolha um zip por vez, ou vários arquivos do banco sem zip no meio.' })
  if (arquivos.reduce((soma, um) => soma + um.size, 0) > MAXIMO_BYTES)
    return mudar({ erro: 'Os arquivos passam de 50 MB. Divida-os em partes menores.' })
  try {
    const arquivo = arquivos.length > 1 ? await zipar(arquivos, `${arquivos.length} arquivos.zip`) : arquivos[0]
    mudar({ ...INICIO, arquivo })
  } catch {
    return mudar({ erro: ILEGIVEL })
  }
  await enviar(true)
}

/** Accepts a reason, or takes that back, and counts again: nothing is written that was not counted. */
export async function aceitarMotivo(motivo: string, sim: boolean) {
  const { mudar, ler } = assistenteBanco
  const { arquivo, aceitar: antes, recontando } = ler()
  if (!arquivo) return
  recontando?.abort()
  const meu = new AbortController()
  const aceitar = new Set(antes)
  if (sim) aceitar.add(motivo)
  else aceitar.delete(motivo)
  mudar({ aceitar, recontando: meu, erro: '' })
  try {
    const resultado = await enviarAoBanco(arquivo, { simular: true, aceitar: [...aceitar] }, meu.signal)
    if (ler().recontando === meu) mudar({ resultado, recontando: undefined })
  } catch (falha) {
    if (ler().recontando === meu) mudar({ aceitar: antes, recontando: undefined, erro: fraseDe(falha) })
  }
}

/** Writes what was shown, with the reasons accepted. */
export const gravarBanco = () => enviar(false)

async function enviar(simular: boolean) {
  const { mudar, ler } = assistenteBanco
  const { arquivo, aceitar } = ler()
  if (!arquivo) return
  const parar = new AbortController()
  mudar({ erro: '', enviando: simular ? 'simular' : 'gravar', parar })
  try {
    const resultado = await enviarAoBanco(arquivo, { simular, aceitar: simular ? [] : [...aceitar] }, parar.signal)
    mudar({ resultado, gravado: !simular, ...(simular && { pendencias: resultado.pendencias }) })
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
