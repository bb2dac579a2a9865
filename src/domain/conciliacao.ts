import {
  type AConciliar,
  type Candidatos,
  type ClienteCandidato,
  type CodigoCandidato,
  type Componentes,
  type ContaCandidata,
  codigosDe,
  contasDoTitulo,
  deOutroBanco,
} from './candidatos.ts'
import { repartirCodigo, totalDoCodigo } from './codigo.ts'
import { type Centavos, formatarReais } from './dinheiro.ts'
import { ditoAntes } from './repeticao.ts'
import { type Sugestao, sugerir } from './sugestoes.ts'

export type Decisao =
  | {
      situacao: 'aplicado'
      clienteId: number
      codigoId: number | null
      /** The agreement that this payment begins: the whole of it is the first instalment's. */
      iniciaAcordoId: number | null
      contas: { id: number; valorCentavos: Centavos }[]
      /** The charges paid are those that the PSP reckoned: none is waived. */
      encargosDados: boolean
      /** What is above what is owed stays the customer's. */
      creditoCentavos: Centavos
      porque: string
    }
  | { situacao: 'sugerido'; sugestoes: Sugestao[] }
  | { situacao: 'novo' }
  | { situacao: 'ignorado' }

/**
 * Whose a movement is. Applied by itself only when a txid or a title's number names exactly one code or account of ours, and
 * the amount is what it asks, or what the account owed; whatever else is alike is suggested, for a person to decide.
 */
export function decidir(aConciliar: AConciliar, candidatos: Candidatos, perdaoMaximoCentavos: Centavos): Decisao {
  if (aConciliar.movimento.tipo === 'devolucao') return { situacao: 'novo' }
  if (aConciliar.movimento.tipo !== 'credito') return { situacao: 'ignorado' }
  const certa = aConciliar.desfeito
    ? null
    : (porCodigo(aConciliar, candidatos) ??
      porContaDoCodigo(aConciliar, candidatos, perdaoMaximoCentavos) ??
      porTitulo(aConciliar, candidatos, perdaoMaximoCentavos))
  if (certa) return certa
  const sugestoes = sugerir(aConciliar, candidatos)
  return sugestoes.length > 0 ? { situacao: 'sugerido', sugestoes } : { situacao: 'novo' }
}

function porCodigo({ movimento, componentes }: AConciliar, candidatos: Candidatos): Decisao | null {
  const [codigo, outro] = codigosDe(movimento.txid, candidatos.codigos)
  if (!codigo || outro || !pedeIsto(codigo, movimento.valorCentavos, componentes)) return null
  const dele = { situacao: 'aplicado' as const, clienteId: codigo.clienteId, codigoId: codigo.id }
  const base = { ...dele, encargosDados: componentes !== null }
  const { proposta } = codigo
  if (proposta?.intacta && movimento.dia <= proposta.ate)
    return { ...base, iniciaAcordoId: proposta.negociacaoId, contas: [], creditoCentavos: 0, porque: INICIA }
  if (proposta && !jaRegistrado(codigo.clienteId, movimento.valorCentavos, candidatos))
    return { ...base, iniciaAcordoId: null, contas: [], creditoCentavos: movimento.valorCentavos, porque: NAO_INICIA }
  if (proposta) return null
  const contas = contasDe(codigo.clienteId, candidatos.clientes)
  const { valorCentavos } = movimento
  const { contas: pagas, creditoCentavos } = repartirCodigo(codigo, valorCentavos, contas)
  if (creditoCentavos > 0 && jaRegistrado(codigo.clienteId, valorCentavos, candidatos)) return null
  const emAcordo = codigo.partes.some(({ contaId }) => contas.get(contaId)?.emAcordo)
  const sobra = emAcordo ? emVezDasParcelas(creditoCentavos) : ficaACredito(valorCentavos, creditoCentavos)
  const porque = creditoCentavos === 0 ? PEDE_ISTO : `${PEDE_ISTO} ${sobra}`
  return { ...base, iniciaAcordoId: null, contas: pagas, creditoCentavos, porque }
}

const PEDE_ISTO = 'O identificador do Pix é o de um código nosso, e o valor é o que ele pede.'
const ficaACredito = (valorCentavos: Centavos, creditoCentavos: Centavos) =>
  creditoCentavos === valorCentavos
    ? 'As contas dele já não devem nada: tudo fica como crédito do cliente, a devolver.'
    : `As contas dele já deviam menos: ${formatarReais(creditoCentavos)} ficam como crédito do cliente, a devolver.`
const emVezDasParcelas = (creditoCentavos: Centavos) =>
  `Um acordo trocou contas dele por parcelas: ${formatarReais(creditoCentavos)} ficam como crédito do cliente, que pode pagar as parcelas.`
const INICIA = 'O identificador do Pix é o do código de um acordo aceito, pago no prazo: o acordo começou.'
const NAO_INICIA =
  'O identificador do Pix é o do código do primeiro pagamento de um acordo, que já não o espera: o valor ficou como crédito do cliente.'

/** The sum of the code's parts; for a `cobv`, also the face value with what the PSP added and deducted. */
function pedeIsto(codigo: CodigoCandidato, valorCentavos: Centavos, componentes: Componentes | null): boolean {
  if (valorCentavos === totalDoCodigo(codigo.partes)) return true
  if (codigo.tipo !== 'pix_cobv' || codigo.partes.length !== 1 || componentes === null) return false
  const { originalCentavos, multaCentavos, jurosCentavos, abatimentoCentavos, descontoCentavos } = componentes
  const somaCentavos = originalCentavos + multaCentavos + jurosCentavos - abatimentoCentavos - descontoCentavos
  return originalCentavos === codigo.partes[0]!.valorCentavos && somaCentavos === valorCentavos
}

/** Not what the code asks, but what its one account owed on the payer's day: a PSP need not say what it reckoned of a `cobv`. */
function porContaDoCodigo(
  { movimento: { txid, valorCentavos } }: AConciliar,
  candidatos: Candidatos,
  perdaoMaximoCentavos: Centavos,
): Decisao | null {
  const [codigo, outro] = codigosDe(txid, candidatos.codigos)
  if (!codigo || outro || codigo.proposta || codigo.partes.length > 1) return null
  if (jaRegistrado(codigo.clienteId, valorCentavos, candidatos)) return null
  const conta = contasDe(codigo.clienteId, candidatos.clientes).get(codigo.partes[0]!.contaId)
  const porque = 'O identificador do Pix é o de um código'
  return conta ? pelaConta(conta, valorCentavos, perdaoMaximoCentavos, { codigoId: codigo.id, porque }) : null
}

function porTitulo({ movimento }: AConciliar, candidatos: Candidatos, perdaoMaximoCentavos: Centavos): Decisao | null {
  // Another source told of it, and a person gave it to something else.
  if (movimento.naoFecha || ditoAntes(movimento, candidatos.decididos ?? [])) return null
  const [conta, outra] = contasDoTitulo(movimento, candidatos.clientes)
  if (!conta || outra) return null
  if (deOutroBanco(conta, movimento.banco) || jaPagou(conta, movimento.valorCentavos, candidatos)) return null
  return pelaConta(conta, movimento.valorCentavos, perdaoMaximoCentavos, {
    codigoId: null,
    porque: 'O nosso número é o',
  })
}

function pelaConta(
  conta: ContaCandidata,
  valorCentavos: Centavos,
  perdaoMaximoCentavos: Centavos,
  { codigoId, porque }: { codigoId: number | null; porque: string },
): Decisao | null {
  if (!conta.aberta) return null
  const encargos = conta.devidoCentavos - conta.abertoCentavos
  const semEncargos = valorCentavos === conta.abertoCentavos && encargos <= perdaoMaximoCentavos
  if (valorCentavos !== conta.devidoCentavos && !semEncargos) return null
  return {
    situacao: 'aplicado',
    clienteId: conta.clienteId,
    codigoId,
    iniciaAcordoId: null,
    contas: [{ id: conta.id, valorCentavos }],
    encargosDados: false,
    creditoCentavos: 0,
    porque:
      valorCentavos === conta.devidoCentavos
        ? `${porque} da conta ${conta.nome}, e o valor é o que ela devia no dia.`
        : `${porque} da conta ${conta.nome}, e o valor é o dela sem ${formatarReais(encargos)} de encargos, que as regras perdoam.`,
  }
}

const contasDe = (clienteId: number, clientes: readonly ClienteCandidato[]) =>
  new Map(
    clientes.filter(({ id }) => id === clienteId).flatMap(({ contas }) => contas.map((conta) => [conta.id, conta])),
  )

/** As `jaRegistrado`, of one account: half a boleto typed in by hand, which now is told to be paid in part, owes as much again. */
const jaPagou = ({ id }: ContaCandidata, valorCentavos: Centavos, { pagamentos }: Candidatos): boolean =>
  pagamentos.some((um) => um.valorCentavos === valorCentavos && um.contas?.includes(id))

/** Somebody may have typed this very money in before the bank told of it. */
const jaRegistrado = (clienteId: number, valorCentavos: Centavos, { pagamentos }: Candidatos): boolean =>
  pagamentos.some((um) => um.clienteId === clienteId && um.valorCentavos === valorCentavos)
