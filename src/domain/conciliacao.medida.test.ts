import { expect, test } from 'vitest'
import { type Acaso, criarAcaso, MEIOS, PRENOMES, RAMOS, SIGLAS, SOBRENOMES, valorDe } from '#test/empresa-inventada.ts'
import type {
  AConciliar,
  Candidatos,
  ClienteCandidato,
  CodigoCandidato,
  ContaCandidata,
  PagamentoCandidato,
} from './candidatos.ts'
import { decidir } from './conciliacao.ts'
import { somarDias } from './data.ts'
import { palavrasDoNome } from './nomes.ts'

/*
 * A made company of 10,000 customers and a month of what its banks tell: every movement knows whose it is, and what is decided is
 * held against it. The candidates are found as a database finds them: by number, document, words of a name, and amount.
 */
const CLIENTES = 10_000
const MOVIMENTOS = 3_000
const HOJE = '2026-11-20'

function nomear(acaso: Acaso): string {
  if (acaso.proximo() < 0.4) return `${acaso.um(RAMOS)} ${acaso.um(SOBRENOMES)} ${acaso.um(SIGLAS)} Ltda`
  return [acaso.um(PRENOMES), acaso.um(MEIOS), acaso.um(SOBRENOMES), acaso.um(SOBRENOMES)].join(' ')
}

function criarEmpresa(acaso: Acaso) {
  let contaId = 0
  return Array.from({ length: CLIENTES }, (_, id): ClienteCandidato => {
    const nome = nomear(acaso)
    const documento = nome.endsWith('Ltda') ? digitos(acaso, 14) : digitos(acaso, 11)
    const contas = Array.from({ length: acaso.um([1, 1, 1, 2, 2, 3, 5]) }, (): ContaCandidata => {
      contaId += 1
      const abertoCentavos = valorDe(acaso)
      const vencimento = somarDias(HOJE, acaso.inteiro(70) - 50)
      const devidoCentavos = vencimento < HOJE ? abertoCentavos + Math.round(abertoCentavos * 0.025) : abertoCentavos
      const nossoNumero = String(100_000 + contaId).padStart(11, '0')
      return {
        id: contaId,
        clienteId: id,
        nome: `${contaId}/1`,
        nossoNumero,
        vencimento,
        aberta: true,
        abertoCentavos,
        devidoCentavos,
      }
    })
    return { id, nome, documento, contas }
  })
}
const digitos = (acaso: Acaso, quantos: number) => Array.from({ length: quantos }, () => acaso.inteiro(10)).join('')

interface Caso {
  tipo: string
  aConciliar: AConciliar
  /** What a person who knew would do. */
  certo: { clienteId: number; contas: number[] } | { pagamentoId: number } | 'credito' | 'ninguem'
}

/** The open accounts change as payments come: what is paid is paid for the next one too. */
class Mundo {
  readonly acaso: Acaso
  readonly clientes: ClienteCandidato[]
  readonly codigos: CodigoCandidato[] = []
  readonly pagamentos: PagamentoCandidato[] = []
  constructor(semente: number) {
    this.acaso = criarAcaso(semente)
    this.clientes = criarEmpresa(this.acaso)
  }

  cliente(minimo = 1): ClienteCandidato {
    for (;;) {
      const um = this.acaso.um(this.clientes)
      if (um.contas.filter(({ aberta }) => aberta).length >= minimo) return um
    }
  }

  pagar(ids: readonly number[], clienteId: number) {
    for (const conta of this.clientes[clienteId]!.contas as ContaCandidata[])
      if (ids.includes(conta.id)) Object.assign(conta, { aberta: false, abertoCentavos: 0, devidoCentavos: 0 })
  }
}

const base = (outro: Partial<AConciliar['movimento']>): AConciliar => ({
  movimento: {
    origem: 'ofx',
    banco: null,
    tipo: 'credito',
    dia: HOJE,
    diaCredito: HOJE,
    valorCentavos: 0,
    pagador: null,
    txid: null,
    nossoNumero: null,
    lote: false,
    ...outro,
  },
  componentes: null,
  desfeito: false,
})

const mascarado = (cpf: string) => `***${cpf.slice(3, 9)}**`
const noExtrato = (nome: string, acaso: Acaso) => {
  const limpo = nome.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  return acaso.proximo() < 0.5 ? limpo.slice(0, 20) : limpo
}
const oPagador = ({ nome, documento }: ClienteCandidato, acaso: Acaso) => {
  const sorte = acaso.proximo()
  const cpf = documento!.length === 11
  return {
    nome: noExtrato(nome, acaso),
    documento: sorte < 0.45 ? (cpf ? mascarado(documento!) : documento) : sorte < 0.7 ? documento : null,
  }
}

/** Kinds of movement in a company's month, with their weights. */
const TIPOS: readonly [string, number, (mundo: Mundo) => Caso][] = [
  ['código pago', 28, (m) => umCodigo(m)],
  ['boleto pago', 26, (m) => umBoleto(m)],
  ['nota paga por transferência', 24, (m) => umaNota(m)],
  ['várias notas de uma vez', 6, (m) => variasNotas(m)],
  ['quem paga não é quem deve', 3, (m) => deOutraPessoa(m)],
  ['tarifa descontada', 2, (m) => comTarifa(m)],
  ['faltou uma parte', 1, (m) => faltando(m)],
  ['pago duas vezes', 2, (m) => repetido(m)],
  ['já registrado à mão', 5, (m) => registrado(m)],
  ['de ninguém', 3, (m) => estranho(m)],
]

function umaConta(m: Mundo) {
  const cliente = m.cliente()
  const conta = m.acaso.um(cliente.contas.filter(({ aberta }) => aberta))
  return { cliente, conta, contas: [conta.id] }
}

function umCodigo(m: Mundo): Caso {
  const { cliente, conta, contas } = umaConta(m)
  const txid = digitos(m.acaso, 25)
  const partes = [
    {
      contaId: conta.id,
      valorCentavos: conta.abertoCentavos,
      encargosCentavos: conta.devidoCentavos - conta.abertoCentavos,
    },
  ]
  m.codigos.push({ id: m.codigos.length, txid, tipo: 'pix_estatico', clienteId: cliente.id, partes })
  // One in fifty pays another amount than the code asks.
  const valorCentavos = conta.devidoCentavos - (m.acaso.inteiro(50) === 0 ? 1_000 : 0)
  return {
    tipo: 'código pago',
    aConciliar: base({ origem: 'pix', txid, valorCentavos }),
    certo: { clienteId: cliente.id, contas },
  }
}

function umBoleto(m: Mundo): Caso {
  const { cliente, conta, contas } = umaConta(m)
  const nossoNumero = conta.nossoNumero!.replace(/^0+/, '') + m.acaso.um(['', '7'])
  const valorCentavos = m.acaso.inteiro(30) === 0 ? Math.floor(conta.abertoCentavos / 2) : conta.devidoCentavos
  return {
    tipo: 'boleto pago',
    aConciliar: base({ origem: 'cnab240', nossoNumero, valorCentavos }),
    certo: { clienteId: cliente.id, contas },
  }
}

function umaNota(m: Mundo): Caso {
  const { cliente, conta, contas } = umaConta(m)
  const valorCentavos = m.acaso.um([conta.devidoCentavos, conta.devidoCentavos, conta.abertoCentavos])
  return {
    tipo: 'nota paga por transferência',
    aConciliar: base({ valorCentavos, pagador: oPagador(cliente, m.acaso) }),
    certo: { clienteId: cliente.id, contas },
  }
}

function variasNotas(m: Mundo): Caso {
  const cliente = m.cliente(2)
  const abertas = cliente.contas
    .filter(({ aberta }) => aberta)
    .toSorted((a, b) => a.vencimento.localeCompare(b.vencimento))
  const escolhidas = abertas.slice(0, 2 + m.acaso.inteiro(abertas.length - 1))
  const valorCentavos = escolhidas.reduce((soma, um) => soma + um.devidoCentavos, 0)
  return {
    tipo: 'várias notas de uma vez',
    aConciliar: base({ valorCentavos, pagador: oPagador(cliente, m.acaso) }),
    certo: { clienteId: cliente.id, contas: escolhidas.map(({ id }) => id) },
  }
}

/** A partner, or a relative of one surname. */
function deOutraPessoa(m: Mundo): Caso {
  const { cliente, conta, contas } = umaConta(m)
  const nome = `${m.acaso.um(PRENOMES)} ${m.acaso.um(SOBRENOMES)}`
  const pagador = { nome: noExtrato(nome, m.acaso), documento: mascarado(digitos(m.acaso, 11)) }
  return {
    tipo: 'quem paga não é quem deve',
    aConciliar: base({ valorCentavos: conta.devidoCentavos, pagador }),
    certo: { clienteId: cliente.id, contas },
  }
}

function comTarifa(m: Mundo): Caso {
  const { cliente, conta, contas } = umaConta(m)
  const valorCentavos = Math.max(100, conta.devidoCentavos - m.acaso.um([150, 350, 890]))
  return {
    tipo: 'tarifa descontada',
    aConciliar: base({
      valorCentavos,
      pagador: { nome: noExtrato(cliente.nome, m.acaso), documento: cliente.documento },
    }),
    certo: { clienteId: cliente.id, contas },
  }
}

/** A real short: a part of the oldest. */
function faltando(m: Mundo): Caso {
  const cliente = m.cliente()
  const [antiga] = cliente.contas
    .filter(({ aberta }) => aberta)
    .toSorted((a, b) => a.vencimento.localeCompare(b.vencimento) || a.id - b.id)
  const valorCentavos = Math.floor(antiga!.devidoCentavos * 0.6)
  return {
    tipo: 'faltou uma parte',
    aConciliar: base({
      valorCentavos,
      pagador: { nome: noExtrato(cliente.nome, m.acaso), documento: cliente.documento },
    }),
    certo: { clienteId: cliente.id, contas: [antiga!.id] },
  }
}

function repetido(m: Mundo): Caso {
  const { cliente, conta, contas } = umaConta(m)
  const valorCentavos = conta.devidoCentavos
  m.pagar(contas, cliente.id)
  const nossoNumero = m.acaso.proximo() < 0.5 ? conta.nossoNumero : null
  if (nossoNumero)
    return {
      tipo: 'pago duas vezes',
      aConciliar: base({ origem: 'cnab240', nossoNumero, valorCentavos }),
      certo: { clienteId: cliente.id, contas: [] },
    }
  const txid = digitos(m.acaso, 25)
  m.codigos.push({
    id: m.codigos.length,
    txid,
    tipo: 'pix_estatico',
    clienteId: cliente.id,
    partes: [{ contaId: conta.id, valorCentavos, encargosCentavos: 0 }],
  })
  return { tipo: 'pago duas vezes', aConciliar: base({ origem: 'pix', txid, valorCentavos }), certo: 'credito' }
}

/** The customer sent a receipt, somebody typed it in, and then the bank told of it: by statement, by title or by code. */
function registrado(m: Mundo): Caso {
  const { cliente, conta, contas } = umaConta(m)
  const valorCentavos = conta.devidoCentavos
  m.pagar(contas, cliente.id)
  const id = m.pagamentos.length
  m.pagamentos.push({ id, clienteId: cliente.id, valorCentavos, pagoEm: somarDias(HOJE, -m.acaso.inteiro(4)) })
  const como = m.acaso.inteiro(3)
  const txid = digitos(m.acaso, 25)
  if (como === 2)
    m.codigos.push({
      id: m.codigos.length,
      txid,
      tipo: 'pix_cob',
      clienteId: cliente.id,
      partes: [{ contaId: conta.id, valorCentavos, encargosCentavos: 0 }],
    })
  const movimento = [
    { pagador: oPagador(cliente, m.acaso) },
    { origem: 'cnab400' as const, nossoNumero: conta.nossoNumero },
    { origem: 'pix' as const, txid },
  ][como]
  return { tipo: 'já registrado à mão', aConciliar: base({ ...movimento, valorCentavos }), certo: { pagamentoId: id } }
}

function estranho(m: Mundo): Caso {
  const pagador = {
    nome: noExtrato(`${m.acaso.um(RAMOS)} ${m.acaso.um(SIGLAS)} Fornecedora`, m.acaso),
    documento: digitos(m.acaso, 14),
  }
  return {
    tipo: 'de ninguém',
    aConciliar: base({ valorCentavos: 1_000_000 + m.acaso.inteiro(9_000_000), pagador }),
    certo: 'ninguem',
  }
}

function guardar<C, V>(mapa: Map<C, V[]>, chave: C, valor: V) {
  const lista = mapa.get(chave)
  if (lista) lista.push(valor)
  else mapa.set(chave, [valor])
}

/** As indexes find them. */
class Indices {
  readonly #porDocumento: Map<string, ClienteCandidato[]>
  readonly #porMiolo: Map<string, ClienteCandidato[]>
  readonly #porPalavra: Map<string, ClienteCandidato[]>
  readonly #porTitulo = new Map<string, ClienteCandidato>()
  readonly #porValor = new Map<number, ClienteCandidato[]>()
  readonly #mundo: Mundo
  constructor(mundo: Mundo) {
    this.#mundo = mundo
    this.#porDocumento = Map.groupBy(mundo.clientes, ({ documento }) => documento!)
    this.#porMiolo = Map.groupBy(mundo.clientes, ({ documento }) => documento!.slice(3, 9))
    this.#porPalavra = new Map()
    for (const cliente of mundo.clientes) {
      const [primeira = '', segunda = ''] = palavrasDoNome(cliente.nome)
      const chave = `${primeira} ${segunda.slice(0, 3)}`
      guardar(this.#porPalavra, chave, cliente)
      for (const conta of cliente.contas) {
        this.#porTitulo.set(conta.nossoNumero!.replace(/^0+/, ''), cliente)
        for (const valor of new Set([conta.devidoCentavos, conta.abertoCentavos]))
          guardar(this.#porValor, valor, cliente)
      }
    }
  }

  candidatos({ movimento }: AConciliar): Candidatos {
    const { pagador, nossoNumero, valorCentavos } = movimento
    const codigos = movimento.txid ? this.#mundo.codigos.filter(({ txid }) => txid === movimento.txid) : []
    const pagamentos = this.#mundo.pagamentos.filter((um) => um.valorCentavos === valorCentavos)
    const documento = pagador?.documento
    const [primeira = '', segunda = ''] = palavrasDoNome(pagador?.nome ?? '')
    const numero = nossoNumero?.replace(/^0+/, '') ?? ''
    const clientes = [
      ...(documento
        ? ((documento.includes('*') ? this.#porMiolo.get(documento.slice(3, 9)) : this.#porDocumento.get(documento)) ??
          [])
        : []),
      ...(this.#porPalavra.get(`${primeira} ${segunda.slice(0, 3)}`) ?? []),
      ...[numero, numero.slice(0, -1)].flatMap((um) => this.#porTitulo.get(um) ?? []),
      ...(this.#porValor.get(valorCentavos) ?? []),
      ...[...codigos, ...pagamentos].map(({ clienteId }) => this.#mundo.clientes[clienteId]!),
    ]
    return { codigos, clientes: [...new Set(clientes)], pagamentos, lotes: [] }
  }
}

test('a made company of 10,000 customers: nothing wrong by itself, and the first suggestion nearly always right', () => {
  const mundo = new Mundo(20261120)
  const indices = new Indices(mundo)
  const sorteio = TIPOS.flatMap(([, peso, criar]) => Array.from({ length: peso }, () => criar))
  const placar = { sozinhos: 0, sozinhosErrados: 0, sugeridos: 0, primeiraCerta: 0, novos: 0 }
  const porTipo = new Map<string, { n: number; sozinho: number; certa: number; errada: number; nada: number }>()
  for (let i = 0; i < MOVIMENTOS; i++) {
    const { tipo, aConciliar, certo } = mundo.acaso.um(sorteio)(mundo)
    const decisao = decidir(aConciliar, indices.candidatos(aConciliar), 2_000)
    const deste = porTipo.get(tipo) ?? { n: 0, sozinho: 0, certa: 0, errada: 0, nada: 0 }
    porTipo.set(tipo, deste)
    deste.n += 1
    if (decisao.situacao === 'aplicado') {
      placar.sozinhos += 1
      deste.sozinho += 1
      if (!aplicouCerto(decisao, certo)) placar.sozinhosErrados += 1
    } else if (decisao.situacao === 'sugerido') {
      const certa = sugeriuCerto(decisao.sugestoes[0]!, certo)
      placar.sugeridos += 1
      deste[certa ? 'certa' : 'errada'] += 1
      if (certa) placar.primeiraCerta += 1
    } else {
      placar.novos += 1
      deste.nada += 1
    }
    if (typeof certo === 'object' && 'contas' in certo) mundo.pagar(certo.contas, certo.clienteId)
    if (typeof certo === 'object' && 'pagamentoId' in certo)
      mundo.pagamentos.splice(certo.pagamentoId, 1, { ...mundo.pagamentos[certo.pagamentoId]!, valorCentavos: -1 })
  }
  if (process.env.MEDIR) console.table([...porTipo].map(([tipo, deste]) => ({ tipo, ...deste })))
  if (process.env.MEDIR) console.log(placar, placar.primeiraCerta / placar.sugeridos)
  expect(placar.sozinhosErrados).toBe(0)
  expect(placar.primeiraCerta / placar.sugeridos).toBeGreaterThanOrEqual(0.95)
  expect(placar.sozinhos / MOVIMENTOS).toBeGreaterThanOrEqual(0.5)
  expect(placar.novos / MOVIMENTOS).toBeLessThanOrEqual(0.06)
})

type Decidido = ReturnType<typeof decidir>
const iguais = (um: readonly number[], outro: readonly number[]) => um.toSorted().join() === outro.toSorted().join()

function aplicouCerto(decisao: Extract<Decidido, { situacao: 'aplicado' }>, certo: Caso['certo']): boolean {
  if (certo === 'credito') return decisao.contas.length === 0 && decisao.creditoCentavos > 0
  return (
    typeof certo === 'object' &&
    'contas' in certo &&
    certo.clienteId === decisao.clienteId &&
    iguais(
      certo.contas,
      decisao.contas.map(({ id }) => id),
    )
  )
}

function sugeriuCerto(
  sugestao: Extract<Decidido, { situacao: 'sugerido' }>['sugestoes'][number],
  certo: Caso['certo'],
): boolean {
  if (typeof certo !== 'object') return false
  if ('pagamentoId' in certo) return sugestao.pagamentoId === certo.pagamentoId
  return (
    sugestao.acao === 'aplicar' &&
    sugestao.clienteId === certo.clienteId &&
    iguais(
      certo.contas,
      sugestao.contas.map(({ id }) => id),
    )
  )
}
