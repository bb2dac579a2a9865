import { resolve } from 'node:path'
import { pino } from 'pino'
import { lerDiscos } from '#server/armazem/disco.ts'
import { aprenderTroca } from '#server/chaves/troca.actions.ts'
import { contaRealConfigurada, criarProvedorWhatsapp } from '#server/cloud-api/conta-whatsapp.ts'
import { type Config, lerConfig } from '#server/config.ts'
import { criarCorreio } from '#server/correio/correio.ts'
import { abrirBancoDaMaquina } from '#server/db/banco-da-maquina.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import { fraseDaFalha } from '#server/db/falha-ao-iniciar.ts'
import { chaveGuardada } from '#server/db/pasta-de-dados.ts'
import type { Db } from '#server/db/schema.ts'
import { type Achado, atencao, bem, laudo, mal } from '#server/doutor/achado.ts'
import { examinarBanco } from '#server/doutor/banco.queries.ts'
import {
  examinarAvisos,
  examinarCopias,
  examinarSegredos,
  examinarSelos,
  examinarWhatsapp,
} from '#server/doutor/empresa.queries.ts'
import { examinarDiscos, examinarRelogio, examinarVersao } from '#server/doutor/maquina.ts'
import { criarSaidaSegura, destinoDe } from '#server/rede/saida-segura.ts'
import { criarRelogio } from '#server/relogio.ts'

/** npm run doctor: what is wrong, in sentences; status 1 when something is. It changes nothing. */
const achados: Achado[] = []
/** What fails to be looked at is told, and the rest is looked at all the same. */
async function olhar(o_que: string, exame: () => Promise<Achado | Achado[]> | Achado | Achado[]) {
  try {
    achados.push(...[await exame()].flat())
  } catch (erro) {
    achados.push(mal(fraseDaFalha(erro) ?? `Não foi possível examinar ${o_que}: ${(erro as Error).message}`))
  }
}

await olhar('a versão', () => examinarVersao(process.version))
await olhar('o ambiente', async () => {
  await examinar(lerConfig(process.env))
  return []
})
for (const linha of laudo(achados)) console.log(linha)
process.exit(achados.some(({ situacao }) => situacao === 'mal') ? 1 : 0)

async function examinar(config: Config) {
  const pasta = resolve(config.pastaDados)
  await olhar('os discos', async () => examinarDiscos(await lerDiscos(pasta)))
  await olhar('o correio', () => examinarCorreio(config))
  const daMaquina = await abrirBancoDaMaquina(config.databaseUrl, pasta)
  const banco = abrirBanco(daMaquina.url, { conexoes: 2 })
  try {
    await examinarComBanco(banco.db, config, pasta)
  } finally {
    await banco.fechar()
    await daMaquina.fechar()
  }
}

async function examinarCorreio({ correio }: Config): Promise<Achado> {
  if (!correio) return atencao('Sem SMTP_URL ninguém recupera a senha sozinho: um administrador a troca.')
  const problema = await criarCorreio(correio).conferir()
  return problema ? mal(problema) : bem('O servidor de e-mail responde e aceita a senha.')
}

async function examinarComBanco(db: Db, config: Config, pasta: string) {
  const relogio = criarRelogio(config.relogioComecaEm)
  const chave = config.chaveSecreta ?? (await chaveGuardada(pasta))
  await olhar('o banco de dados', () => examinarBanco(db, () => new Date()))
  if (!chave) achados.push(mal(`Não há chave-secreta em ${pasta}: devolva o arquivo, ou defina SECRET_KEY.`))
  else {
    await aprenderTroca(db, chave)
    await olhar('os segredos', () => examinarSegredos(db, chave, config.chaveAnterior))
  }
  await olhar('as cópias', () => examinarCopias(db, config.copia))
  await olhar('o WhatsApp', () => examinarWhatsapp(db))
  await olhar('os selos do log', () => examinarSelos(db))
  const real = await contaRealConfigurada(db, config.whatsapp)
  await olhar('os avisos', () => examinarAvisos(db, real || config.emulador !== false, relogio.agora()))
  if (real && chave) await olhar('o relógio de fora', () => compararComAMeta(db, config, chave))
}

/** By the address that messages go to anyway. */
async function compararComAMeta(db: Db, config: Config, chaveSecreta: Buffer): Promise<Achado> {
  const nomeados = [...config.hostsPrivados, ...[config.whatsapp.apiUrl ?? ''].flatMap((um) => destinoDe(um) ?? [])]
  const saida = criarSaidaSegura({ nomeados: () => nomeados })
  const opcoes = { db, log: pino({ level: 'silent' }), chaveSecreta, ambiente: config.whatsapp, saida }
  const whatsapp = criarProvedorWhatsapp({ ...opcoes, emuladorUrl: () => null })
  try {
    return await examinarRelogio(saida, (await whatsapp.conta()).apiUrl, () => new Date())
  } finally {
    await whatsapp.fechar()
  }
}
