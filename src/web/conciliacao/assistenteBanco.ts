import type { ResultadoDoBanco } from '#contract/extratos.ts'
import { fraseDe } from '#web/api/erro.ts'
import { type Comum, criarAssistente, juntar } from '#web/importacoes/criarAssistente.ts'
import { enviarAoBanco } from './conciliacao.api.ts'

interface Estado extends Comum {
  /** What it would bring, or has brought. */
  resultado: ResultadoDoBanco | undefined
  /** The files' pending reasons, as first read; `resultado` no longer has those accepted. */
  pendencias: ResultadoDoBanco['pendencias']
  aceitar: ReadonlySet<string>
  /** The recount under way, with what was accepted. */
  recontando: AbortController | undefined
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

const LIMITE = { tipo: 'do banco', mega: 50, bytes: 50 * 1024 * 1024 }

/** Reads what was dropped, to be shown; several files go as one zip. */
export async function conferirBanco(arquivos: [File, ...File[]]) {
  const { mudar } = assistenteBanco
  const arquivo = await juntar(arquivos, LIMITE)
  if (typeof arquivo === 'string') return mudar({ erro: arquivo })
  mudar({ ...INICIO, arquivo })
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

const enviar = (simular: boolean) =>
  assistenteBanco.enviar(simular, async (arquivo, sinal) => {
    const aceitar = simular ? [] : [...assistenteBanco.ler().aceitar]
    const resultado = await enviarAoBanco(arquivo, { simular, aceitar }, sinal)
    return { resultado, gravado: !simular, ...(simular && { pendencias: resultado.pendencias }) }
  })
