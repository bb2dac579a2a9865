import { escreverPixDinamico } from '#domain/brcode.ts'
import { diaDe } from '#domain/data.ts'
import type { Cobranca, TipoDeCobranca } from './estado.ts'
import { type Locations, locationEmJson } from './locations.ts'
import { type NucleoPix, temChave } from './nucleo.ts'
import { type Cob, type CobV, lerPedido, lerRevisao } from './pedidos.ts'
import { ProblemaPix, type TipoDeProblema, type Violacao } from './problema.ts'
import { centavosDe } from './valor-no-dia.ts'

const TXID = /^[a-zA-Z0-9]{26,35}$/
const INVALIDA: Record<TipoDeCobranca, TipoDeProblema> = { cob: 'CobOperacaoInvalida', cobv: 'CobVOperacaoInvalida' }
const NAO_ACHADA: Record<TipoDeCobranca, TipoDeProblema> = { cob: 'CobNaoEncontrado', cobv: 'CobVNaoEncontrada' }

/** Charges, immediate and with due date: created, revised, removed. A txid is used once for ever, whatever the kind. */
export class Cobrancas {
  readonly #nucleo: NucleoPix
  readonly #locations: Locations
  constructor(nucleo: NucleoPix, locations: Locations) {
    this.#nucleo = nucleo
    this.#locations = locations
  }

  /** On an existing charge it is a revision. */
  criar(tipo: TipoDeCobranca, txid: string, corpo: unknown): Cobranca {
    if (!TXID.test(txid)) throw invalida(tipo, 'O txid tem de 26 a 35 letras e números.', 'txid')
    const existente = this.#nucleo.estado.cobrancas[txid]
    if (existente && existente.tipo !== tipo) throw invalida(tipo, 'O txid já é de outra cobrança.', 'txid')
    const pedido = this.#conferir(tipo, lerPedido(tipo, corpo, INVALIDA[tipo]))
    if (existente) return this.#revisar(existente, pedido)
    const location = this.#locations.para(tipo, pedido.loc?.id, txid)
    const criacao = this.#nucleo.agora().toISOString()
    const cobranca: Cobranca = { tipo, txid, criacao, status: 'ATIVA', locId: location.id, revisoes: [pedido] }
    this.#nucleo.estado.cobrancas[txid] = cobranca
    this.#nucleo.mudou()
    return cobranca
  }

  revisar(tipo: TipoDeCobranca, txid: string, corpo: unknown): Cobranca {
    const cobranca = this.obter(tipo, txid)
    const revisao = lerRevisao(tipo, atual(cobranca), corpo, INVALIDA[tipo])
    if (revisao !== 'remover') return this.#revisar(cobranca, this.#conferir(tipo, revisao))
    exigirAtiva(cobranca)
    cobranca.status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
    this.#nucleo.mudou()
    return cobranca
  }

  obter(tipo: TipoDeCobranca, txid: string): Cobranca {
    const cobranca = this.#nucleo.estado.cobrancas[txid]
    if (cobranca?.tipo !== tipo) throw new ProblemaPix(NAO_ACHADA[tipo], `Não há cobrança com o txid ${txid}.`)
    return cobranca
  }

  /** As it is, or as it was at a revision. */
  emJson(cobranca: Cobranca, revisao = cobranca.revisoes.length - 1) {
    const { estado, recebedor } = this.#nucleo
    const { loc: _, calendario, ...dados } = cobranca.revisoes[revisao] ?? atual(cobranca)
    const location = cobranca.locId === null ? null : this.#locations.porId(cobranca.locId)
    const pagos = estado.pix.filter(({ txid }) => txid === cobranca.txid)
    return {
      ...dados,
      calendario: { criacao: cobranca.criacao, ...calendario },
      txid: cobranca.txid,
      revisao,
      status: cobranca.status,
      ...(location
        ? {
            loc: locationEmJson(location),
            location: location.location,
            pixCopiaECola: this.#copiaECola(location.location),
          }
        : {}),
      ...(cobranca.tipo === 'cobv' ? { recebedor } : {}),
      ...(pagos.length > 0 ? { pix: pagos } : {}),
    }
  }

  /** Made within a period, both ends included, oldest first. */
  listar(
    tipo: TipoDeCobranca,
    filtro: { inicio: string; fim: string; documento?: string; status?: string },
  ): Cobranca[] {
    return Object.values(this.#nucleo.estado.cobrancas)
      .filter((uma) => uma.tipo === tipo && uma.criacao >= filtro.inicio && uma.criacao <= filtro.fim)
      .filter((uma) => filtro.status === undefined || uma.status === filtro.status)
      .filter((uma) => filtro.documento === undefined || documentoDe(uma) === filtro.documento)
      .sort((a, b) => a.criacao.localeCompare(b.criacao))
  }

  #revisar(cobranca: Cobranca, pedido: Cob | CobV): Cobranca {
    exigirAtiva(cobranca)
    if (pedido.loc && pedido.loc.id !== cobranca.locId) {
      if (cobranca.locId !== null) this.#locations.desvincular(cobranca.locId)
      cobranca.locId = this.#locations.para(cobranca.tipo, pedido.loc.id, cobranca.txid).id
    }
    cobranca.revisoes.push(pedido)
    this.#nucleo.mudou()
    return cobranca
  }

  /** The checks that no schema makes. */
  #conferir(tipo: TipoDeCobranca, pedido: Cob | CobV): Cob | CobV {
    const violacoes: Violacao[] = []
    const violar = (propriedade: string, razao: string) => violacoes.push({ razao, propriedade })
    if (!temChave(this.#nucleo, pedido.chave)) violar('chave', 'A chave não é do usuário recebedor.')
    if ('dataDeVencimento' in pedido.calendario) this.#conferirVencimento(pedido as CobV, violar)
    if (violacoes.length > 0) throw new ProblemaPix(INVALIDA[tipo], 'A cobrança não pode ser feita assim.', violacoes)
    return pedido
  }

  #conferirVencimento({ calendario, valor }: CobV, violar: (propriedade: string, razao: string) => void) {
    if (calendario.dataDeVencimento < diaDe(this.#nucleo.agora()))
      violar('calendario.dataDeVencimento', 'O vencimento já passou.')
    const original = centavosDe(valor.original)
    // Of the modalities only a fixed amount (1) and a part of the whole (2) are the same on any day.
    const demais = (um: { modalidade: number; valorPerc: string }) =>
      um.modalidade <= 2 &&
      (um.modalidade % 2 === 1 ? centavosDe(um.valorPerc) >= original : Number(um.valorPerc) >= 100)
    if (valor.abatimento && demais(valor.abatimento))
      violar('valor.abatimento', 'O abatimento é menor que o valor original.')
    if (!valor.desconto || !('descontoDataFixa' in valor.desconto)) return
    const { modalidade, descontoDataFixa } = valor.desconto
    for (const { data, valorPerc } of descontoDataFixa) {
      if (data > calendario.dataDeVencimento) violar('valor.desconto', 'A data do desconto passa do vencimento.')
      if (demais({ modalidade, valorPerc })) violar('valor.desconto', 'O desconto é menor que o valor original.')
    }
  }

  #copiaECola(url: string): string {
    const { nome, cidade } = this.#nucleo.recebedor
    return escreverPixDinamico({ url, nome, cidade, usoUnico: true })
  }
}

export const atual = (cobranca: Cobranca): Cob | CobV => cobranca.revisoes.at(-1)!

const documentoDe = (cobranca: Cobranca) => {
  const { devedor } = atual(cobranca)
  return devedor?.cpf ?? devedor?.cnpj
}

function exigirAtiva({ tipo, status }: Cobranca) {
  if (status !== 'ATIVA') throw invalida(tipo, `A cobrança está ${status} e não muda mais.`, 'status')
}

const invalida = (tipo: TipoDeCobranca, razao: string, propriedade: string) =>
  new ProblemaPix(INVALIDA[tipo], razao, [{ razao, propriedade }])
