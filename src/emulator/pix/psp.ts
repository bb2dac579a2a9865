import { existsSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import type { FastifyPluginAsync } from 'fastify'
import type { Dia } from '#domain/data.ts'
import { Acaso } from '../acaso.ts'
import { type Agendador, agendadorReal } from '../agendador.ts'
import { Acesso } from './acesso.ts'
import { Avisos } from './avisos.ts'
import { Cobrancas } from './cobrancas.ts'
import { type Estado, estadoVazio } from './estado.ts'
import { Falhas } from './falhas.ts'
import { Locations } from './locations.ts'
import { type ClientePsp, calendarioDe, ESCOPOS, type NucleoPix, type Recebedor } from './nucleo.ts'
import { Recebidos } from './recebidos.ts'
import { plugarPix } from './rotas.ts'

export interface OpcoesPsp {
  relogio: { agora(): Date }
  /** What waits; by default the process's own timers. */
  agendador?: Agendador
  semente?: number
  recebedor?: Recebedor
  /** The Pix keys of the account. */
  chaves: readonly string[]
  clientes?: readonly ClientePsp[]
  /** Where this emulator's codes are, without `https://`. */
  enderecoDosQr?: string
  /** Days without business where the payers live, beside the national ones. */
  feriados?: readonly Dia[]
  exigirCertificado?: boolean
  /** Kept here, and taken up from here. */
  arquivo?: string
}

export interface Psp {
  acesso: Acesso
  avisos: Avisos
  falhas: Falhas
  /** Mount it at any prefix: the API's base, with `oauth/token` below it. */
  plugin: FastifyPluginAsync
  pagar: Recebidos['pagar']
  pagarChave: Recebidos['pagarChave']
  devolverPeloMed: Recebidos['devolverPeloMed']
  fechar(): Promise<void>
}

const RECEBEDOR: Recebedor = {
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

/** A PSP of our own: the Banco Central's Pix API from the other side, over real HTTP, and payers who pay when told to. */
export function criarPsp(opcoes: OpcoesPsp): Psp {
  const agendador = opcoes.agendador ?? agendadorReal()
  const memoria = abrirMemoria(opcoes.arquivo)
  const nucleo: NucleoPix = {
    estado: memoria.estado,
    recebedor: opcoes.recebedor ?? RECEBEDOR,
    chaves: opcoes.chaves,
    clientes: opcoes.clientes ?? [CLIENTE_PADRAO],
    enderecoDosQr: opcoes.enderecoDosQr ?? 'pix.emulador.example/qr',
    calendario: calendarioDe(opcoes.feriados),
    acaso: new Acaso(opcoes.semente ?? opcoes.relogio.agora().getTime()),
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
      exigirCertificado: opcoes.exigirCertificado ?? false,
    })

  return {
    acesso,
    avisos,
    falhas,
    plugin,
    pagar: recebidos.pagar.bind(recebidos),
    pagarChave: recebidos.pagarChave.bind(recebidos),
    devolverPeloMed: recebidos.devolverPeloMed.bind(recebidos),
    async fechar() {
      await avisos.fechar()
      await memoria.gravar()
    },
  }
}

function abrirMemoria(arquivo: string | undefined) {
  const estado: Estado =
    arquivo !== undefined && existsSync(arquivo) ? JSON.parse(readFileSync(arquivo, 'utf8')) : estadoVazio()
  let pendente: NodeJS.Timeout | null = null
  const gravar = async () => {
    if (pendente) clearTimeout(pendente)
    pendente = null
    if (arquivo === undefined) return
    // Whole or not at all: a crash in the middle leaves the one before.
    await writeFile(`${arquivo}.novo`, JSON.stringify(estado), { mode: 0o600 })
    await rename(`${arquivo}.novo`, arquivo)
  }
  const mudou = () => {
    if (arquivo === undefined || pendente) return
    pendente = setTimeout(() => void gravar(), GRAVA_DEPOIS_DE_MS).unref()
  }
  return { estado, gravar, mudou }
}
