import {
  type AConciliar,
  type Candidatos,
  type ClienteCandidato,
  type ContaCandidata,
  codigosDe,
  contasDoSeuNumero,
  contasDoTitulo,
  deOutroBanco,
  type LoteCandidato,
} from './candidatos.ts'
import { totalDoCodigo } from './codigo.ts'
import { combinarContas } from './combinacoes.ts'
import { diasEntre, formatarDia } from './data.ts'
import { type Centavos, formatarReais } from './dinheiro.ts'
import { semelhanca } from './nomes.ts'
import { plural } from './plural.ts'
import { type Decidido, ditoAntes, documentosCombinam } from './repeticao.ts'

export const CERTEZAS = ['alta', 'media', 'baixa'] as const
export type Certeza = (typeof CERTEZAS)[number]
/** Sure enough for the accounts to be left in peace, and for the customer's screens to show it. */
export const CERTEZAS_BOAS = ['alta', 'media'] as const satisfies Certeza[]

export const ACOES_SUGERIDAS = ['aplicar', 'vincular', 'ignorar'] as const

export interface Sugestao {
  acao: (typeof ACOES_SUGERIDAS)[number]
  clienteId: number | null
  contas: { id: number; valorCentavos: Centavos }[]
  pagamentoId: number | null
  certeza: Certeza
  /** Shown beside it: why. */
  porque: string
}

const MAXIMO = 5
/** How many days apart a hand-recorded payment and the bank's may be. */
const DIAS_DO_REGISTRO = 5
/** With more accounts of one amount than these, the amount says nothing. */
export const MUITAS_DO_MESMO_VALOR = 5

/** What could explain a credit, best first: nothing of it is ever done without a person. */
export function sugerir(aConciliar: AConciliar, candidatos: Candidatos): Sugestao[] {
  const { movimento } = aConciliar
  if (movimento.lote) return doLote(movimento, candidatos)
  const pessoas = candidatos.clientes.map((cliente) => ({ cliente, ...quemPagou(movimento.pagador, cliente) }))
  const antes = ditoAntes(movimento, candidatos.decididos ?? [])
  const comNumero = pelosNumeros(aConciliar, candidatos)
  const semNumero = [
    ...registrados(aConciliar, candidatos, pessoas),
    ...pessoas.flatMap((pessoa) => daPessoa(movimento, pessoa)),
    ...peloValor(movimento, candidatos.clientes),
  ]
  const todas = antes
    ? [mesmoQue(antes), ...comNumero.map(limitar('media')), ...semNumero.map(limitar('baixa'))]
    : [...comNumero, ...semNumero]
  const ordem = semRepetir(emDuvida(todas).toSorted((a, b) => b.peso - a.peso))
  return ordem.slice(0, MAXIMO).map(({ peso: _, ...sugestao }) => sugestao)
}

/** When two customers match equally well, neither match is certain. */
function emDuvida(sugestoes: ComPeso[]): ComPeso[] {
  const altas = sugestoes.filter(({ certeza, acao }) => certeza === 'alta' && acao === 'aplicar')
  if (new Set(altas.map(({ clienteId }) => clienteId)).size < 2) return sugestoes
  return sugestoes.map((uma) => (altas.includes(uma) ? { ...uma, certeza: 'media', peso: uma.peso - PESO.media } : uma))
}

type ComPeso = Sugestao & { peso: number }
type Movimento = AConciliar['movimento']

/** Told a second time it is in no bulk act, and holds no account but that of the boleto itself. */
const limitar =
  (certeza: Certeza) =>
  (uma: ComPeso): ComPeso => ({ ...uma, certeza })

/** A boleto paid by the Pix code on it, which the return and the PSP tell each in its way. */
function mesmoQue({ peloPix, nossoNumero, txid, dia }: Decidido): ComPeso {
  const porque = peloPix
    ? `É o Pix ${nossoNumero ? `do boleto ${nossoNumero}` : 'de um boleto'}, que o retorno do banco já trouxe como pago por Pix em ${formatarDia(dia)}.`
    : `O banco diz que este boleto foi pago por Pix, e já se decidiu do Pix ${txid}, de ${formatarDia(dia)}, deste valor e deste pagador: é o mesmo dinheiro. Se ele foi para outra conta, desfaça antes aquela decisão.`
  return { acao: 'ignorar', clienteId: null, contas: [], pagamentoId: null, certeza: 'media', porque, peso: 300 }
}

const PESO: Record<Certeza, number> = { alta: 200, media: 100, baixa: 0 }

const aplicar = (
  clienteId: number,
  contas: Sugestao['contas'],
  certeza: Certeza,
  peso: number,
  porque: string,
): ComPeso => ({
  acao: 'aplicar',
  clienteId,
  contas,
  pagamentoId: null,
  certeza,
  porque,
  peso: PESO[certeza] + peso,
})

/** A code or a title of ours, for another amount than it asks, or of what is paid already. */
function pelosNumeros({ movimento }: AConciliar, candidatos: Candidatos): ComPeso[] {
  const { valorCentavos } = movimento
  const valor = formatarReais(valorCentavos)
  const titulos = contasDoTitulo(movimento, candidatos.clientes)
  const dosTitulos = titulos.map((conta) => {
    const contas = repartir(valorCentavos, [conta])
    const reducao = dizerReducao(movimento, conta)
    const certeza: Certeza = titulos.length > 1 || reducao || deOutroBanco(conta, movimento.banco) ? 'media' : 'alta'
    const porque =
      contas.length === 0
        ? `O nosso número é o da conta ${conta.nome}, ${conta.emAcordo ? `trocada por um acordo: os ${valor} ficam como crédito, que pode pagar as parcelas` : `que já não deve nada: os ${valor} ficam a devolver`}.`
        : `O nosso número é o da conta ${conta.nome}, que devia ${formatarReais(conta.devidoCentavos)} no dia.${reducao}`
    return aplicar(conta.clienteId, contas, certeza, contas.length === 0 ? 60 : 90, porque)
  })
  const dosCodigos = codigosDe(movimento.txid, candidatos.codigos).map((codigo) => {
    const contas = codigo.partes.flatMap(({ contaId }) => contasDoCliente(candidatos, codigo.clienteId, contaId))
    const partes = repartir(valorCentavos, contas)
    const pago = partes.length > 0 ? '' : ` ${nadaDeve(valor, contas)}`
    const porque = `O identificador do Pix é o de um código nosso de ${formatarReais(totalDoCodigo(codigo.partes))}, e vieram ${valor}.${pago}`
    return aplicar(codigo.clienteId, partes, 'alta', 90, porque)
  })
  return [...dosTitulos, ...(titulos.length === 0 ? peloSeuNumero(movimento, candidatos) : []), ...dosCodigos]
}

/** What becomes of money for what is settled: all of it is the customer's. */
const nadaDeve = (valor: string, contas: readonly ContaCandidata[]): string =>
  contas.some(({ emAcordo }) => emAcordo)
    ? `Um acordo trocou o que ele cobra por parcelas: os ${valor} ficam como crédito, que pode pagá-las.`
    : `O que ele cobra já não deve nada: os ${valor} ficam a devolver.`

/** The boleto was made by a system that never told its number at the bank. */
function peloSeuNumero({ titulo, valorCentavos }: Movimento, { clientes }: Candidatos): ComPeso[] {
  const contas = contasDoSeuNumero(titulo, clientes)
  return contas.map((conta) => {
    const reducao = dizerReducao({ titulo, valorCentavos }, conta)
    const certeza: Certeza = contas.length > 1 || conta.nossoNumero !== null || reducao ? 'media' : 'alta'
    const porque = `O número, o valor e o vencimento do boleto são os da conta ${conta.nome}, que devia ${formatarReais(conta.devidoCentavos)} no dia.${reducao}`
    return aplicar(conta.clienteId, repartir(valorCentavos, [conta]), certeza, 88, porque)
  })
}

/** Paid whole at the bank, it would still be billed for what it was reduced by: a person says whether the company gave that. */
function dizerReducao(
  { titulo, valorCentavos }: Pick<Movimento, 'titulo' | 'valorCentavos'>,
  conta: ContaCandidata,
): string {
  const resta = conta.abertoCentavos - valorCentavos
  if (resta <= 0 || resta > (titulo?.reducaoCentavos ?? 0)) return ''
  return ` O banco o recebeu com ${formatarReais(titulo!.reducaoCentavos!)} de desconto ou abatimento: ${formatarReais(resta)} continuam em aberto. Se a empresa os deu, diminua antes o valor da conta.`
}

const contasDoCliente = ({ clientes }: Candidatos, clienteId: number, contaId: number) =>
  clientes.filter(({ id }) => id === clienteId).flatMap(({ contas }) => contas.filter(({ id }) => id === contaId))

interface Pessoa {
  /** 4: the whole document; 3: what a masked one shows, and the name; 2: the name; 1: less than that; 0: nobody known. */
  grau: 0 | 1 | 2 | 3 | 4
  sinal: string
}

/** Thresholds of `semelhanca`: "PADARIA EXEMPLO" shares a word with "MARIA EXEMPLO", and is not like her. */
const NOME_IGUAL = 0.85
const NOME_PARECIDO = 0.55

function quemPagou(pagador: Movimento['pagador'], { nome, documento }: ClienteCandidato): Pessoa {
  const igual = pagador?.documento && documento ? documentosCombinam(pagador.documento, documento) : null
  const doNome = pagador?.nome ? semelhanca(pagador.nome, nome) : 0
  // Another document is another person, however the names look.
  if (igual === false) return { grau: 0, sinal: '' }
  if (igual && !pagador!.documento!.includes('*')) return { grau: 4, sinal: `O documento de quem pagou é o de ${nome}` }
  if (igual && doNome >= NOME_PARECIDO)
    return { grau: 3, sinal: `O nome e os números à vista do CPF são os de ${nome}` }
  if (igual) return { grau: 1, sinal: `Os números à vista do CPF são os de ${nome}` }
  if (doNome >= NOME_IGUAL) return { grau: 2, sinal: `O nome de quem pagou é o de ${nome}` }
  if (doNome >= NOME_PARECIDO) return { grau: 1, sinal: `O nome de quem pagou parece o de ${nome}` }
  return { grau: 0, sinal: '' }
}

/** From here on the person is known, and not only alike. */
const CERTO = 3

type PessoaCandidata = Pessoa & { cliente: ClienteCandidato }

/** Somebody typed in a payment of this amount, and the bank tells of it now. */
function registrados({ movimento }: AConciliar, candidatos: Candidatos, pessoas: PessoaCandidata[]): ComPeso[] {
  return candidatos.pagamentos.flatMap((pagamento) => {
    const pessoa = pessoas.find(({ cliente }) => cliente.id === pagamento.clienteId)
    const dias = Math.abs(diasEntre(pagamento.pagoEm, movimento.dia))
    if (pagamento.valorCentavos !== movimento.valorCentavos || dias > DIAS_DO_REGISTRO) return []
    const numero = pessoa && temNumeroDe(pessoa.cliente, movimento, candidatos)
    const certeza: Certeza = numero || (pessoa?.grau ?? 0) >= CERTO ? 'alta' : pessoa?.grau ? 'media' : 'baixa'
    const dePessoa = pessoa?.sinal || 'O valor é o mesmo'
    const quando = `${dePessoa}, e um pagamento de ${formatarReais(pagamento.valorCentavos)} já foi registrado à mão em ${formatarDia(pagamento.pagoEm)}.`
    const peso = PESO[certeza] + (numero ? 99 : 80) - dias
    const sugestao = {
      acao: 'vincular' as const,
      clienteId: pagamento.clienteId,
      contas: [],
      pagamentoId: pagamento.id,
    }
    return [{ ...sugestao, certeza, porque: quando, peso }]
  })
}

/** The movement names a title or a code of this customer. */
const temNumeroDe = (cliente: ClienteCandidato, movimento: Movimento, { codigos }: Candidatos): boolean =>
  contasDoTitulo(movimento, [cliente]).length > 0 ||
  codigosDe(movimento.txid, codigos).some(({ clienteId }) => clienteId === cliente.id)

/** Suggests what a customer who resembles the payer owes: one account's amount, several together, or a part. */
function daPessoa({ valorCentavos }: Movimento, { cliente, grau, sinal }: PessoaCandidata): ComPeso[] {
  const abertas = cliente.contas.filter(({ aberta }) => aberta)
  if (grau === 0 || abertas.length === 0) return []
  const exatas = combinarContas(valorCentavos, abertas)
  const certeza: Certeza = grau >= CERTO ? 'alta' : 'media'
  if (exatas.length > 0)
    return exatas.map((contas, i) => {
      const nomes = contas.map(({ conta }) => conta.nome).join(', ')
      const deQue = contas.length === 1 ? `o da conta ${nomes}` : `a soma das contas ${nomes}`
      const dele = contas.map(({ conta, valorCentavos: valor }) => ({ id: conta.id, valorCentavos: valor }))
      const peso = grau * 10 + 40 - i * 5 - contas.length
      return aplicar(cliente.id, dele, i === 0 ? certeza : 'media', peso, `${sinal}, e o valor é ${deQue}.`)
    })
  if (grau === 1) return []
  const contas = repartir(valorCentavos, maisProximas(valorCentavos, abertas))
  const deve = abertas.reduce((soma, { devidoCentavos }) => soma + devidoCentavos, 0)
  const porque = `${sinal}, que deve ${formatarReais(deve)}: o valor não é o de conta nenhuma.`
  return [aplicar(cliente.id, contas, grau >= CERTO ? 'media' : 'baixa', grau * 10, porque)]
}

/** The accounts within 5 % of the amount, closest first; without any, the oldest first. */
function maisProximas(valorCentavos: Centavos, contas: readonly ContaCandidata[]): ContaCandidata[] {
  const perto = contas
    .map((conta) => ({ conta, falta: Math.abs(conta.devidoCentavos - valorCentavos) }))
    .filter(({ conta, falta }) => falta * 20 <= conta.devidoCentavos)
    .sort((a, b) => a.falta - b.falta)
    .map(({ conta }) => conta)
  const antigas = contas.toSorted((a, b) => a.vencimento.localeCompare(b.vencimento) || a.id - b.id)
  return [...new Set([...perto.slice(0, 1), ...antigas])]
}

/** Gives each account what it owes, until the money ends; the rest is in no part. */
function repartir(valorCentavos: Centavos, contas: readonly ContaCandidata[]): Sugestao['contas'] {
  let resta = valorCentavos
  return contas.flatMap(({ id, devidoCentavos }) => {
    const parte = Math.min(resta, devidoCentavos)
    resta -= parte
    return parte > 0 ? [{ id, valorCentavos: parte }] : []
  })
}

/** Nobody known paid, and few accounts are of this amount, or were with the charges of the payer's day. */
function peloValor({ valorCentavos }: Movimento, clientes: readonly ClienteCandidato[]): ComPeso[] {
  const iguais = clientes.flatMap((cliente) =>
    cliente.contas
      .filter((conta) => conta.aberta && [conta.devidoCentavos, conta.abertoCentavos].includes(valorCentavos))
      .map((conta) => ({ cliente, conta })),
  )
  if (iguais.length > MUITAS_DO_MESMO_VALOR) return []
  return iguais.map(({ cliente, conta }, i) => {
    const deQue = conta.abertoCentavos === valorCentavos ? 'é o' : 'é, com multa e juros do dia, o'
    const porque = `O valor ${deQue} da conta ${conta.nome} de ${cliente.nome}. Nada mais diz quem pagou.`
    return aplicar(cliente.id, [{ id: conta.id, valorCentavos }], 'baixa', 5 - i, porque)
  })
}

/** The boletos that a lump sum of their bank is the sum of: before fees, after them, or as the bank credited them. */
export const somaDoLote = <L extends LoteCandidato>(
  { dia, valorCentavos }: Pick<Movimento, 'dia' | 'valorCentavos'>,
  lotes: readonly L[],
): L | undefined =>
  lotes.find(
    (lote) =>
      lote.dia === dia && [lote.brutoCentavos, lote.liquidoCentavos, lote.creditadoCentavos].includes(valorCentavos),
  )

function doLote(movimento: Movimento, { lotes }: Candidatos): Sugestao[] {
  const igual = somaDoLote(movimento, lotes)
  if (!igual) return []
  const boletos = plural(igual.boletos, 'boleto', 'boletos')
  const porque = `É a soma de ${boletos} que o retorno do banco já trouxe para este dia.`
  return [{ acao: 'ignorar', clienteId: null, contas: [], pagamentoId: null, certeza: 'alta', porque }]
}

/** The same act is offered once, for its best reason. */
function semRepetir(sugestoes: ComPeso[]): ComPeso[] {
  const vistas = new Set<string>()
  return sugestoes.filter(({ acao, pagamentoId, clienteId, contas }) => {
    const ato = JSON.stringify([acao, pagamentoId, clienteId, contas.map(({ id }) => id).sort((a, b) => a - b)])
    return !vistas.has(ato) && vistas.add(ato)
  })
}
