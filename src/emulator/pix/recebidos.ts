import { DIA_MS, diaDe } from '#domain/data.ts'
import type { Centavos } from '#domain/dinheiro.ts'
import { atual } from './cobrancas.ts'
import type { Cobranca, Componentes, Devolucao, PixRecebido } from './estado.ts'
import { letras, type NucleoPix } from './nucleo.ts'
import { type CobV, lerPedido } from './pedidos.ts'
import { ProblemaPix } from './problema.ts'
import { centavosDe, ultimoDia, valorDe, valorNoDia } from './valor-no-dia.ts'

const ISPB_DE_QUEM_PAGA = '99999004'
const PRAZO_DA_DEVOLUCAO_MS = 90 * DIA_MS
/** From the request to settlement. */
const DEVOLVE_EM_MS = 2_000

export interface Pagamento {
  /** Another amount than the charge asks. */
  valorCentavos?: Centavos
  pagador?: { nome: string; cpf?: string; cnpj?: string }
  infoPagador?: string
  /** Even if the charge is over: a payer's bank may settle what was being removed at that moment. */
  aForca?: boolean
}

/** The Pix that came, and what of them went back. */
export class Recebidos {
  readonly #nucleo: NucleoPix
  readonly #avisar: (pix: PixRecebido) => void
  constructor(nucleo: NucleoPix, avisar: (pix: PixRecebido) => void) {
    this.#nucleo = nucleo
    this.#avisar = avisar
  }

  /** Pays a charge as the payer's bank would: for what it asks today, and not once it is over. */
  pagar(txid: string, { aForca = false, valorCentavos, ...resto }: Pagamento = {}): PixRecebido {
    const cobranca = this.#nucleo.estado.cobrancas[txid]
    if (!cobranca) throw new ProblemaPix('CobNaoEncontrado', `Não há cobrança com o txid ${txid}.`)
    const impedimento = aForca ? null : this.#impedimento(cobranca)
    if (impedimento) throw new ProblemaPix('CobOperacaoInvalida', impedimento)
    const asked = this.#pede(cobranca)
    const pix = this.#receber({
      txid,
      chave: atual(cobranca).chave,
      ...resto,
      valor: valorDe(valorCentavos ?? asked.total),
      ...(valorCentavos === undefined ? { componentesValor: asked.componentes } : {}),
    })
    if (cobranca.status === 'ATIVA') cobranca.status = 'CONCLUIDA'
    this.#avisar(pix)
    return pix
  }

  /** What a charge asks today, and why the payer's bank would refuse to pay it now (null: it would not). */
  consultar(txid: string): { impedimento: string | null; total: Centavos; pagos: number } {
    const cobranca = this.#nucleo.estado.cobrancas[txid]
    if (!cobranca) throw new ProblemaPix('CobNaoEncontrado', `Não há cobrança com o txid ${txid}.`)
    const pagos = this.#nucleo.estado.pix.filter((um) => um.txid === txid).length
    return { impedimento: this.#impedimento(cobranca), total: this.#pede(cobranca).total, pagos }
  }

  /** A Pix to a key, as of a static code or of whoever types the key. */
  pagarChave(
    chave: string,
    valorCentavos: Centavos,
    { txid, ...resto }: Omit<Pagamento, 'valorCentavos' | 'aForca'> & { txid?: string } = {},
  ): PixRecebido {
    const pix = this.#receber({
      ...(txid === undefined ? {} : { txid }),
      chave,
      ...resto,
      valor: valorDe(valorCentavos),
    })
    this.#avisar(pix)
    return pix
  }

  obter(endToEndId: string): PixRecebido {
    const pix = this.#nucleo.estado.pix.find((um) => um.endToEndId === endToEndId)
    if (!pix) throw new ProblemaPix('PixNaoEncontrado', `Não há Pix ${endToEndId}.`)
    return pix
  }

  listar(filtro: {
    inicio: string
    fim: string
    txid?: string
    txIdPresente?: boolean
    devolucaoPresente?: boolean
    documento?: string
  }): PixRecebido[] {
    return this.#nucleo.estado.pix
      .filter(({ horario }) => horario >= filtro.inicio && horario <= filtro.fim)
      .filter(({ txid }) => filtro.txid === undefined || txid === filtro.txid)
      .filter(({ txid }) => filtro.txIdPresente === undefined || filtro.txIdPresente === (txid !== undefined))
      .filter(
        ({ devolucoes }) =>
          filtro.devolucaoPresente === undefined || filtro.devolucaoPresente === (devolucoes !== undefined),
      )
      .filter(({ pagador }) => filtro.documento === undefined || (pagador?.cpf ?? pagador?.cnpj) === filtro.documento)
  }

  /** The receiver gives back, in part or whole, within ninety days; an id is used once. */
  devolver(endToEndId: string, id: string, corpo: unknown): Devolucao {
    const pix = this.obter(endToEndId)
    const pedido = lerPedido('devolucao', corpo, 'PixDevolucaoInvalida')
    if (!/^[a-zA-Z0-9]{1,35}$/.test(id))
      throw new ProblemaPix('PixDevolucaoInvalida', 'O id tem até 35 letras e números.')
    if (pix.devolucoes?.some((uma) => uma.id === id))
      throw new ProblemaPix('PixDevolucaoInvalida', 'Já há uma devolução com este id.')
    if (this.#nucleo.agora().getTime() - Date.parse(pix.horario) > PRAZO_DA_DEVOLUCAO_MS)
      throw new ProblemaPix('PixDevolucaoInvalida', 'O prazo de 90 dias para devolver passou.')
    return this.#abrirDevolucao(pix, { id, ...pedido })
  }

  /** The special mechanism takes it back, weeks later and unasked. */
  devolverPeloMed(endToEndId: string, valorCentavos: Centavos): Devolucao {
    const { acaso } = this.#nucleo
    return this.#abrirDevolucao(this.obter(endToEndId), {
      id: letras(acaso, 20),
      valor: valorDe(valorCentavos),
      natureza: 'MED_FRAUDE',
    })
  }

  devolucao(endToEndId: string, id: string): Devolucao {
    const achada = this.obter(endToEndId).devolucoes?.find((uma) => uma.id === id)
    if (!achada) throw new ProblemaPix('PixDevolucaoNaoEncontrada', `Não há devolução ${id}.`)
    return achada
  }

  #abrirDevolucao(pix: PixRecebido, pedida: Pick<Devolucao, 'id' | 'valor' | 'natureza' | 'descricao'>): Devolucao {
    const devolvido = (pix.devolucoes ?? [])
      .filter(({ status }) => status !== 'NAO_REALIZADO')
      .reduce((soma, { valor }) => soma + centavosDe(valor), 0)
    if (devolvido + centavosDe(pedida.valor) > centavosDe(pix.valor))
      throw new ProblemaPix('PixDevolucaoInvalida', 'As devoluções passam do valor do Pix.')
    const { agora, agendador } = this.#nucleo
    const devolucao: Devolucao = {
      ...pedida,
      rtrId: this.#identificador('D'),
      horario: { solicitacao: agora().toISOString() },
      status: 'EM_PROCESSAMENTO',
    }
    pix.devolucoes = [...(pix.devolucoes ?? []), devolucao]
    this.#nucleo.mudou()
    agendador.agendar(DEVOLVE_EM_MS, () => {
      devolucao.status = 'DEVOLVIDO'
      devolucao.horario.liquidacao = agora().toISOString()
      this.#nucleo.mudou()
      this.#avisar(pix)
    })
    return devolucao
  }

  #receber(pix: Omit<PixRecebido, 'endToEndId' | 'horario'>): PixRecebido {
    const recebido = { endToEndId: this.#identificador('E'), ...pix, horario: this.#nucleo.agora().toISOString() }
    this.#nucleo.estado.pix.push(recebido)
    this.#nucleo.mudou()
    return recebido
  }

  /** `E` or `D`, the payer's ISPB, the minute in UTC, eleven characters. */
  #identificador(letra: 'E' | 'D'): string {
    const minuto = this.#nucleo.agora().toISOString().replace(/\D/g, '').slice(0, 12)
    return `${letra}${ISPB_DE_QUEM_PAGA}${minuto}${letras(this.#nucleo.acaso, 11)}`
  }

  #impedimento(cobranca: Cobranca): string | null {
    if (cobranca.status !== 'ATIVA') return `A cobrança está ${cobranca.status}.`
    const { agora, calendario } = this.#nucleo
    const pedido = atual(cobranca)
    if ('dataDeVencimento' in pedido.calendario)
      return diaDe(agora()) > ultimoDia(pedido as CobV, calendario) ? 'O prazo para pagar a cobrança passou.' : null
    return agora().getTime() > Date.parse(cobranca.criacao) + pedido.calendario.expiracao * 1000
      ? 'A cobrança expirou.'
      : null
  }

  #pede(cobranca: Cobranca): { total: Centavos; componentes: Componentes } {
    const pedido = atual(cobranca)
    if (cobranca.tipo === 'cob')
      return { total: centavosDe(pedido.valor.original), componentes: { original: { valor: pedido.valor.original } } }
    const { total, ...partes } = valorNoDia(pedido as CobV, diaDe(this.#nucleo.agora()), this.#nucleo.calendario)
    const presentes = Object.entries(partes).filter(([nome, centavos]) => nome === 'original' || centavos > 0)
    return {
      total,
      componentes: Object.fromEntries(presentes.map(([nome, centavos]) => [nome, { valor: valorDe(centavos) }])),
    }
  }
}
