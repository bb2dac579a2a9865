import type { FastifyPluginAsync } from 'fastify'
import { criarCalendario } from '#domain/calendario.ts'
import type { Dia } from '#domain/data.ts'
import { Acaso } from '../acaso.ts'
import { type Agendador, agendadorReal } from '../agendador.ts'
import { criarGravacao, lerGravado } from '../gravacao.ts'
import { Acesso } from './acesso.ts'
import { Avisos } from './avisos.ts'
import { Cobrancas } from './cobrancas.ts'
import { pagarColado, plugarControle } from './controle.ts'
import { type Estado, estadoVazio, type PixRecebido } from './estado.ts'
import { Falhas } from './falhas.ts'
import { Locations } from './locations.ts'
import { type ClientePsp, ESCOPOS, type NucleoPix, type Recebedor } from './nucleo.ts'
import { plugarPaginaDoPix } from './pagina.ts'
import { Recebidos } from './recebidos.ts'
import { plugarPix } from './rotas.ts'

export interface OpcoesPsp {
  relogio: { agora(): Date }
  /** What waits; by default the process's own timers. */
  agendador?: Agendador
  semente?: number
  recebedor?: Recebedor
  /** The Pix keys of the account; left out, whatever key is asked for is its own. */
  chaves?: readonly string[]
  clientes?: readonly ClientePsp[]
  /** Where this emulator's codes are, without `https://`. */
  enderecoDosQr?: string
  /** Days without business where the payers live, beside the national ones. */
  feriados?: readonly Dia[]
  exigirCertificado?: boolean
  /** The file in which the state is kept, and from which it is restored. */
  arquivo?: string
}

export interface Psp {
  acesso: Acesso
  avisos: Avisos
  falhas: Falhas
  /** Mount it at any prefix: the API's base, with `oauth/token` below it. */
  plugin: FastifyPluginAsync
  /** The page on which to pay like a customer, with its calls below `api`: mount it at its own prefix. */
  pagina: FastifyPluginAsync
  pagar: Recebidos['pagar']
  /** Pays a pasted code, as a banking application does. */
  pagarColado(colado: string): PixRecebido
  pagarChave: Recebidos['pagarChave']
  devolverPeloMed: Recebidos['devolverPeloMed']
  fechar(): Promise<void>
}

export const RECEBEDOR_PADRAO: Recebedor = {
  cnpj: '11222333000181',
  nome: 'MODELO EMBALAGENS LTDA',
  logradouro: 'Rua das Amostras, 100',
  cidade: 'São Paulo',
  uf: 'SP',
  cep: '01001000',
}
/** Good for the emulator alone. */
export const CLIENTE_PADRAO: ClientePsp = { id: 'empresa', segredo: 'segredo-do-emulador', escopos: ESCOPOS }
const GRAVA_DEPOIS_DE_MS = 200

/** A PSP emulator: the server side of the Banco Central's Pix API over real HTTP, with payers who pay on request. */
export function criarPsp(opcoes: OpcoesPsp): Psp {
  const agendador = opcoes.agendador ?? agendadorReal()
  const memoria = abrirMemoria(opcoes.arquivo)
  const nucleo: NucleoPix = {
    estado: memoria.estado,
    recebedor: opcoes.recebedor ?? RECEBEDOR_PADRAO,
    chaves: opcoes.chaves ?? null,
    clientes: opcoes.clientes ?? [CLIENTE_PADRAO],
    enderecoDosQr: opcoes.enderecoDosQr ?? 'pix.emulador.example/qr',
    calendario: criarCalendario(opcoes.feriados),
    acaso: new Acaso(opcoes.semente ?? Math.floor(Math.random() * 2 ** 32)),
    agendador,
    agora: () => opcoes.relogio.agora(),
    mudou: memoria.mudou,
  }
  const avisos = new Avisos(nucleo)
  const locations = new Locations(nucleo)
  const cobrancas = new Cobrancas(nucleo, locations)
  const recebidos = new Recebidos(nucleo, (pix) => avisos.avisar(pix))
  const acesso = new Acesso(nucleo)
  const falhas = new Falhas(agendador)
  const plugin: FastifyPluginAsync = async (app) =>
    plugarPix(app, {
      acesso,
      avisos,
      cobrancas,
      falhas,
      locations,
      recebidos,
      agora: nucleo.agora,
      exigirCertificado: opcoes.exigirCertificado ?? false,
    })

  const pagina: FastifyPluginAsync = async (app) => {
    await app.register(
      async (api) => plugarControle(api, { nucleo, avisos, cobrancas, falhas, locations, recebidos }),
      { prefix: '/api' },
    )
    plugarPaginaDoPix(app)
  }

  return {
    acesso,
    avisos,
    falhas,
    plugin,
    pagina,
    pagar: recebidos.pagar.bind(recebidos),
    pagarColado: (colado) => pagarColado({ nucleo, recebidos }, colado),
    pagarChave: recebidos.pagarChave.bind(recebidos),
    devolverPeloMed: recebidos.devolverPeloMed.bind(recebidos),
    async fechar() {
      await avisos.fechar()
      await memoria.fechar()
    },
  }
}

function abrirMemoria(arquivo: string | undefined) {
  if (arquivo === undefined) return { estado: estadoVazio(), fechar: async () => undefined, mudou: () => undefined }
  const estado = lerGravado<Estado>(arquivo) ?? estadoVazio()
  const gravacao = criarGravacao(arquivo, () => JSON.stringify(estado), GRAVA_DEPOIS_DE_MS)
  return { estado, fechar: gravacao.fechar, mudou: gravacao.gravarDepois }
}
