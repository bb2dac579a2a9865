import type { Location, TipoDeCobranca } from './estado.ts'
import { letras, type NucleoPix } from './nucleo.ts'
import { lerPedido } from './pedidos.ts'
import { ProblemaPix } from './problema.ts'

/** Addresses of codes: each serves one charge at a time, and outlives it. */
export class Locations {
  readonly #nucleo: NucleoPix
  constructor(nucleo: NucleoPix) {
    this.#nucleo = nucleo
  }

  criar(corpo: unknown): Location {
    const { tipoCob } = lerPedido('location', corpo, 'PayloadLocationOperacaoInvalida')
    return this.nova(tipoCob)
  }

  nova(tipoCob: TipoDeCobranca): Location {
    const { estado, acaso, enderecoDosQr, agora } = this.#nucleo
    const caminho = tipoCob === 'cobv' ? '/cobv/' : '/'
    const location: Location = {
      id: estado.locations.length + 1,
      tipoCob,
      location: `${enderecoDosQr}${caminho}${letras(acaso, 32)}`,
      criacao: agora().toISOString(),
      txid: null,
    }
    estado.locations.push(location)
    this.#nucleo.mudou()
    return location
  }

  porId(id: number): Location {
    const achada = this.#nucleo.estado.locations.find((uma) => uma.id === id)
    if (!achada) throw new ProblemaPix('PayloadLocationNaoEncontrado', `Não há location ${id}.`)
    return achada
  }

  /** The location requested by a new charge, or a new one. */
  para(tipo: TipoDeCobranca, pedida: number | undefined, txid: string): Location {
    const location = pedida === undefined ? this.nova(tipo) : this.porId(pedida)
    const problema = tipo === 'cob' ? 'CobOperacaoInvalida' : 'CobVOperacaoInvalida'
    if (location.tipoCob !== tipo) throw new ProblemaPix(problema, 'A location é de outro tipo de cobrança.')
    if (location.txid !== null && location.txid !== txid)
      throw new ProblemaPix(problema, 'A location já serve a outra cobrança.')
    location.txid = txid
    return location
  }

  /** Takes the charge off; the charge itself stays as it is. */
  desvincular(id: number): Location {
    const location = this.porId(id)
    if (location.txid !== null) this.#nucleo.estado.cobrancas[location.txid]!.locId = null
    location.txid = null
    this.#nucleo.mudou()
    return location
  }
}

export const locationEmJson = ({ txid, ...location }: Location) => ({ ...location, ...(txid === null ? {} : { txid }) })
