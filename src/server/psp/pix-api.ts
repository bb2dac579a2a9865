import { z } from 'zod'
import { CobrancaPix, PaginaDePix, PixRecebido } from '#contract/pix-api.ts'
import { escreverPixDinamico, lerPix } from '#domain/brcode.ts'
import { type Dia, HORA_MS } from '#domain/data.ts'
import type { Centavos } from '#domain/dinheiro.ts'
import type { Taxas } from '#domain/encargos.ts'
import type { Recebedor } from '#domain/recebimento.ts'
import { cortar } from '#domain/texto.ts'
import { ChamadasPsp, type ConfigPsp, type OpcoesDaChamada, type ResultadoDoPsp } from './chamadas.ts'

export interface CobrancaNoPsp {
  txid: string
  /** ATIVA, CONCLUIDA, or a word that is not known yet. */
  status: string
  originalCentavos: Centavos
  copiaECola: string | null
}

interface Pedida {
  txid: string
  valorCentavos: Centavos
  /** Shown to the payer. */
  descricao: string
}

export interface Devedor {
  /** CPF or CNPJ, without punctuation. */
  documento: string
  nome: string
}

export type NaoSeLe = 'nao_se_le'

export interface PixApi {
  /** Today's total, for so many seconds. */
  criarCob(pedida: Pedida & { expiraEmSegundos: number }): Promise<ResultadoDoPsp<CobrancaNoPsp>>
  /** For the face value; the PSP adds the company's fine and interest once it is overdue. */
  criarCobV(
    pedida: Pedida & { devedor: Devedor; vencimento: Dia; validadeDias: number; taxas: Taxas },
  ): Promise<ResultadoDoPsp<CobrancaNoPsp>>
  consultar(tipo: 'cob' | 'cobv', txid: string): Promise<ResultadoDoPsp<CobrancaNoPsp>>
  remover(tipo: 'cob' | 'cobv', txid: string): Promise<ResultadoDoPsp<CobrancaNoPsp>>
  /** One Pix as the PSP has it: a webhook's content is believed only after this. */
  pix(endToEndId: string): Promise<ResultadoDoPsp<PixRecebido>>
  /**
   * As `pix`, without retries, for a caller with pauses of its own. `NaoSeLe`: it is this Pix, told in a way that another
   * try would not change.
   */
  confirmar(endToEndId: string): Promise<ResultadoDoPsp<PixRecebido | NaoSeLe>>
  /**
   * A page (from 0) of the Pix of a period, both ends included; `ilegiveis`: those that cannot be parsed, as the PSP
   * wrote them.
   */
  paginaDePix(periodo: {
    inicio: Date
    fim: Date
    pagina: number
    comDevolucao?: boolean
    /** The program ends: it is waited for no longer. */
    ateParar?: AbortSignal
  }): Promise<ResultadoDoPsp<{ pix: PixRecebido[]; ilegiveis: unknown[]; ultima: boolean }>>
  /** Do the credentials open what came in? Asked once: a person waits. */
  provar(agora?: Date): Promise<ResultadoDoPsp<unknown>>
  /** The address at which the PSP tells of payments to our key. */
  webhook(): Promise<ResultadoDoPsp<{ webhookUrl: string }>>
  registrarWebhook(url: string): Promise<ResultadoDoPsp<unknown>>
  /** By the PSP's own clock, when it answered last; null: it never told. */
  hora(): Date | null
  fechar(): Promise<void>
}

const POR_PAGINA = 100
const SOLICITACAO_MAXIMA = 140

/** A receiver's side of the Banco Central's Pix API, for any PSP. Long: a call after the other, over one connection. */
export function criarPixApi(config: ConfigPsp, recebedor: Recebedor, opcoes: OpcoesDaChamada): PixApi {
  const chamadas = new ChamadasPsp(config, opcoes)
  const cobranca = CobrancaPix.transform(
    (lida): CobrancaNoPsp => ({
      txid: lida.txid,
      status: lida.status,
      originalCentavos: Math.round(Number(lida.valor.original) * 100),
      copiaECola: copiaEColaDe(lida, recebedor),
    }),
  )
  const criar = (
    tipo: 'cob' | 'cobv',
    { txid, valorCentavos, descricao }: Pedida,
    corpo: { valor?: object; calendario: object; devedor?: object },
  ) =>
    chamadas.chamar({
      metodo: 'PUT',
      caminho: `/${tipo}/${encodeURIComponent(txid)}`,
      corpo: {
        ...corpo,
        valor: { original: emTexto(valorCentavos), ...corpo.valor },
        chave: recebedor.chave,
        solicitacaoPagador: cortar(descricao, SOLICITACAO_MAXIMA),
      },
      resposta: cobranca,
    })

  return {
    criarCob: ({ expiraEmSegundos, ...pedida }) =>
      criar('cob', pedida, { calendario: { expiracao: expiraEmSegundos } }),
    criarCobV: ({ devedor, vencimento, validadeDias, taxas, ...pedida }) =>
      criar('cobv', pedida, {
        calendario: { dataDeVencimento: vencimento, validadeAposVencimento: validadeDias },
        devedor: {
          [devedor.documento.length === 11 ? 'cpf' : 'cnpj']: devedor.documento,
          nome: cortar(devedor.nome, 200),
        },
        valor: encargosDe(taxas),
      }),
    consultar: (tipo, txid) =>
      chamadas.chamar({ metodo: 'GET', caminho: `/${tipo}/${encodeURIComponent(txid)}`, resposta: cobranca }),
    remover: (tipo, txid) =>
      chamadas.semPressa({
        metodo: 'PATCH',
        caminho: `/${tipo}/${encodeURIComponent(txid)}`,
        corpo: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
        resposta: cobranca,
      }),
    ...leiturasDe(chamadas),
    webhook: () =>
      chamadas.semPressa({
        metodo: 'GET',
        caminho: `/webhook/${encodeURIComponent(recebedor.chave)}`,
        resposta: z.object({ webhookUrl: z.string() }),
      }),
    registrarWebhook: (url) =>
      chamadas.semPressa({
        metodo: 'PUT',
        caminho: `/webhook/${encodeURIComponent(recebedor.chave)}`,
        corpo: { webhookUrl: url },
        resposta: z.unknown(),
      }),
    hora: chamadas.hora,
    fechar: chamadas.fechar,
  }
}

/** Reads received Pix; changes nothing. */
function leiturasDe(chamadas: ChamadasPsp): Pick<PixApi, 'pix' | 'confirmar' | 'paginaDePix' | 'provar'> {
  return {
    confirmar(endToEndId) {
      const semSeLer = z.object({ endToEndId: z.literal(endToEndId) }).transform((): NaoSeLe => 'nao_se_le')
      return chamadas.semPressa({ ...umPix(endToEndId), resposta: umPix(endToEndId).resposta.or(semSeLer) })
    },
    pix: (endToEndId) => chamadas.insistir(umPix(endToEndId)),
    paginaDePix({ inicio, fim, pagina, comDevolucao, ateParar }) {
      const consulta = new URLSearchParams({
        inicio: inicio.toISOString(),
        fim: fim.toISOString(),
        'paginacao.paginaAtual': String(pagina),
        'paginacao.itensPorPagina': String(POR_PAGINA),
        ...(comDevolucao ? { devolucaoPresente: 'true' } : {}),
      })
      const resposta = PaginaDePix.transform(({ pix, parametros: { paginacao } }) => ({
        ...separar(pix),
        // By our own count: one that tells the same page again and again would never end.
        ultima: pagina >= paginacao.quantidadeDePaginas - 1,
      }))
      return chamadas.insistir({ metodo: 'GET', caminho: `/pix?${consulta}`, resposta }, ateParar)
    },
    provar(agora = new Date()) {
      const consulta = new URLSearchParams({
        inicio: new Date(agora.getTime() - HORA_MS).toISOString(),
        fim: agora.toISOString(),
        'paginacao.itensPorPagina': '1',
      })
      return chamadas.semPressa({ metodo: 'GET', caminho: `/pix?${consulta}`, resposta: PaginaDePix })
    },
  }
}

/** Each Pix by itself, those that cannot be read as the PSP wrote them. */
function separar(escritos: readonly unknown[]): { pix: PixRecebido[]; ilegiveis: unknown[] } {
  const lidos = escritos.map((escrito) => ({ escrito, lido: PixRecebido.safeParse(escrito) }))
  return {
    pix: lidos.flatMap(({ lido }) => (lido.success ? [lido.data] : [])),
    ilegiveis: lidos.flatMap(({ escrito, lido }) => (lido.success ? [] : [escrito])),
  }
}

const umPix = (endToEndId: string) =>
  ({
    metodo: 'GET',
    caminho: `/pix/${encodeURIComponent(endToEndId)}`,
    resposta: PixRecebido.refine((pix) => pix.endToEndId === endToEndId),
  }) as const

/** The PSP's text, under any of its names, or one written from the charge's URL; null: what it gave is no code that can be paid. */
function copiaEColaDe(lida: z.infer<typeof CobrancaPix>, { nome, cidade }: Recebedor): string | null {
  const ditas = [lida.pixCopiaECola, lida.brcode, lida.textoImagemQRcode].filter((uma) => uma !== undefined)
  if (ditas.length > 0) return ditas.find((uma) => !('problema' in lerPix(uma))) ?? null
  const url = lida.location ?? lida.loc?.location
  if (url === undefined) return null
  return escreverPixDinamico({ url, nome, cidade, usoUnico: true })
}

/** Fine once, in percent; interest in percent a month of calendar days. */
const encargosDe = ({ multaCentesimos, jurosMesCentesimos }: Taxas) => ({
  ...(multaCentesimos > 0 ? { multa: { modalidade: 2, valorPerc: emTexto(multaCentesimos) } } : {}),
  ...(jurosMesCentesimos > 0 ? { juros: { modalidade: 3, valorPerc: emTexto(jurosMesCentesimos) } } : {}),
})

const emTexto = (centesimos: number): string => (centesimos / 100).toFixed(2)
