import type { Exame } from '#domain/saude.ts'
import type { Disco } from '#server/armazem/disco.ts'
import type { Config } from '#server/config.ts'
import type { Correio } from '#server/correio/correio.ts'
import { fraseDaFalha } from '#server/db/falha-ao-iniciar.ts'
import type { Db } from '#server/db/schema.ts'
import { noPrazo } from '#server/http/falhas-do-ambiente.ts'
import { type Achado, type AchadoDoExame, atencao, bem, mal } from './achado.ts'
import { examinarBanco, examinarPapel } from './banco.queries.ts'
import { examinarAvisos, examinarCopias, examinarSegredos, examinarWhatsapp } from './empresa.queries.ts'
import { examinarDiscos, examinarVersao } from './maquina.ts'

/** Checks that work even without the database. */
export interface PedidoSemBanco {
  correio: Pick<Correio, 'conferir'> | null
  discos: () => Promise<Disco[]>
  /** Is it a demonstration? Without SMTP_URL its node has a mailbox of its own. */
  ehDemonstracao?: () => Promise<boolean>
}

/** The checks and their inputs, shared by the command line and the screen. */
export interface Pedido extends PedidoSemBanco {
  db: Db
  agora: Date
  /** The time of day outside. */
  deFora: Date
  copia: Config['copia']
  chaveSecreta: Buffer | null
  chaveAnterior: Config['chaveAnterior']
  /** Whether there is an account to send with. */
  configurado: boolean
  /** Whether `db` is entered as the program itself enters it, and not as its owner. */
  comoPrograma: boolean
  /** Checks the log against its seals: in full, or by the last result. */
  selos: () => Promise<Achado[]>
  /** This machine's clock against Meta's; null: there is no account of Meta's. */
  relogioDeFora: (() => Promise<Achado>) | null
}

type Exames = [Exame, string, () => Promise<Achado | Achado[]>][]
const SEM_CHAVE = mal('Não há chave-secreta em DATA_DIR: devolva o arquivo, ou defina SECRET_KEY.')

/** Runs all checks at once; one that fails, or takes longer than `prazoMs`, is reported as such. */
export const examinar = (pedido: Pedido, prazoMs: number): Promise<AchadoDoExame[]> =>
  fazer([...daMaquina(pedido), ...daEmpresa(pedido)], prazoMs)

export const examinarSemBanco = (pedido: PedidoSemBanco, prazoMs: number): Promise<AchadoDoExame[]> =>
  fazer(daMaquina(pedido), prazoMs)

const daMaquina = ({ discos, correio, ehDemonstracao }: PedidoSemBanco): Exames => [
  ['versao', 'a versão', async () => examinarVersao(process.version)],
  ['discos', 'os discos', async () => examinarDiscos(await discos())],
  ['correio', 'o correio', () => examinarCorreio(correio, ehDemonstracao)],
]

function daEmpresa(pedido: Pedido): Exames {
  const { db, agora, deFora, copia, chaveSecreta, chaveAnterior, configurado, comoPrograma, selos, relogioDeFora } =
    pedido
  return [
    ['banco', 'o banco de dados', () => examinarBanco(db, () => new Date())],
    ['banco', 'o papel no banco de dados', async () => (comoPrograma ? examinarPapel(db) : [])],
    [
      'segredos',
      'os segredos',
      async () => (chaveSecreta ? examinarSegredos(db, chaveSecreta, chaveAnterior) : SEM_CHAVE),
    ],
    ['copias', 'as cópias', () => examinarCopias(db, copia, deFora)],
    ['whatsapp', 'o WhatsApp', () => examinarWhatsapp(db)],
    ['avisos', 'os avisos', () => examinarAvisos(db, configurado, agora, deFora)],
    ['selos', 'os selos do log', selos],
    ['relogio', 'o relógio de fora', async () => (relogioDeFora ? relogioDeFora() : [])],
  ]
}

async function fazer(exames: Exames, prazoMs: number): Promise<AchadoDoExame[]> {
  const achados = await Promise.all(
    exames.map(async ([exame, oQue, olhar]) => {
      const ditos = await noPrazo(prazoMs, `${oQue} não respondeu a tempo`, olhar()).catch((erro) => [
        mal(fraseDaFalha(erro) ?? `Não foi possível examinar ${oQue}: ${(erro as Error).message}`),
      ])
      return [ditos].flat().map((achado) => ({ exame, ...achado }))
    }),
  )
  return achados.flat()
}

async function examinarCorreio(correio: Pedido['correio'], ehDemonstracao = async () => false): Promise<Achado> {
  if (!correio && (await ehDemonstracao())) return bem('Na demonstração, os e-mails são lidos em /emulador/correio.')
  if (!correio) return atencao('Sem SMTP_URL ninguém recupera a senha sozinho: um administrador a troca.')
  const problema = await correio.conferir()
  return problema ? mal(problema) : bem('O servidor de e-mail responde e aceita a senha.')
}
