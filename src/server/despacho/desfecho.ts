import type { ResultadoEnvio } from '#server/cloud-api/cloud-api.ts'
import { type AlcanceErro, NAO_MOSTRA_O_BOTAO, pausaAntesDeRepetir } from '#server/cloud-api/erros-meta.ts'

/** What becomes of a message after a try. */
export type Desfecho =
  | { tipo: 'aceita'; wamid: string; waId: string | null }
  /** It may have been sent: never again by itself. */
  | { tipo: 'desconhecida' }
  /**
   * Known not sent: tried again after this time. `alcance`: whom else that holds; `semBotao`: why its template is sent without the
   * payment button from now on; `telefoneSemBotao`: this phone alone gets none.
   */
  | {
      tipo: 'adiada'
      segundos: number
      alcance: AlcanceErro
      frear: boolean
      semBotao?: string
      telefoneSemBotao?: true
    }
  /** Known not sent, and over. */
  | { tipo: 'recusada'; codigo: string; mensagem: string; culpa: 'contato' | 'modelo' | 'mensagem' }
  /** Known not sent: nobody is written to until the account is mended. */
  | { tipo: 'conta_parada'; codigo: string; mensagem: string }

/** "Too much": of the number in a second, of the app, of the user, of the account, for its blocks and reports. */
const DEMAIS = new Set([4, 17, 80007, 130429, 131048])
const MAIOR_ESPERA_DA_REDE = 300

/** Decides by the client's answer and by how many tries failed before this one. `comBotao`: by the variant with the payment button. */
export function desfechoDe(resultado: ResultadoEnvio, falhasAntes: number, comBotao = false): Desfecho {
  const desfecho = semMaisTentar(resultado, falhasAntes)
  if (!comBotao || desfecho.tipo !== 'recusada' || resultado.tipo !== 'recusada') return desfecho
  const { tipo, codigo } = resultado.erro
  // When Meta refuses the button, the message can still go without it; any other refusal would be the same without.
  const deNovo = { tipo: 'adiada', segundos: 0, alcance: 'cliente', frear: false } as const
  if (codigo === NAO_MOSTRA_O_BOTAO) return { ...deNovo, telefoneSemBotao: true }
  return tipo === 'nosso_erro' || tipo === 'parar_modelo' ? { ...deNovo, semBotao: desfecho.mensagem } : desfecho
}

function semMaisTentar(resultado: ResultadoEnvio, falhasAntes: number): Desfecho {
  if (resultado.tipo === 'aceita') return { tipo: 'aceita', wamid: resultado.wamid, waId: resultado.waId }
  if (resultado.tipo === 'desconhecido') return { tipo: 'desconhecida' }
  if (resultado.tipo === 'nao_conectou')
    return {
      tipo: 'adiada',
      segundos: Math.min(2 ** falhasAntes, MAIOR_ESPERA_DA_REDE),
      alcance: 'cliente',
      frear: false,
    }
  const { erro } = resultado
  const codigo = String(erro.codigo)
  const mensagem = `${erro.frase} ${erro.providencia}`
  if (erro.tipo === 'parar_conta') return { tipo: 'conta_parada', codigo, mensagem }
  const segundos = pausaAntesDeRepetir(erro, falhasAntes + 1)
  if (segundos !== null)
    return {
      tipo: 'adiada',
      segundos,
      alcance: erro.pausa?.alcance ?? 'cliente',
      frear: DEMAIS.has(erro.codigo),
    }
  const culpa = erro.tipo === 'parar_cliente' ? 'contato' : erro.tipo === 'parar_modelo' ? 'modelo' : 'mensagem'
  return { tipo: 'recusada', codigo, mensagem, culpa }
}
