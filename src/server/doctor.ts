import { resolve } from 'node:path'
import { pino } from 'pino'
import { lerDiscos } from '#server/armazem/disco.ts'
import { contaRealConfigurada, criarProvedorWhatsapp } from '#server/cloud-api/conta-whatsapp.ts'
import { type Config, lerConfig } from '#server/config.ts'
import { criarCorreio } from '#server/correio/correio.ts'
import { abrirBancoDaMaquina } from '#server/db/banco-da-maquina.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import { fraseDaFalha } from '#server/db/falha-ao-iniciar.ts'
import { chaveGuardada } from '#server/db/pasta-de-dados.ts'
import { acabarComSinal } from '#server/db/programa.ts'
import type { Db } from '#server/db/schema.ts'
import { ehDemonstracao } from '#server/demonstracao/logins.actions.ts'
import { type Achado, laudo, mal } from '#server/doutor/achado.ts'
import { examinarSelos } from '#server/doutor/empresa.queries.ts'
import { examinar, examinarSemBanco, type PedidoSemBanco } from '#server/doutor/examinar.ts'
import { examinarRelogio } from '#server/doutor/maquina.ts'
import { criarSaidaSegura, destinoDe } from '#server/rede/saida-segura.ts'
import { criarRelogio } from '#server/relogio.ts'
import { aprenderTroca } from '#server/segredos/troca.actions.ts'

/** A log of many millions is read whole. */
const PRAZO_MS = 60 * 60_000

/** npm run doctor: what is wrong, in sentences; status 1 when something is. It changes nothing. */
acabarComSinal()
const achados = await achar()
for (const linha of laudo(achados)) console.log(linha)
process.exit(achados.some(({ situacao }) => situacao === 'mal') ? 1 : 0)

async function achar(): Promise<Achado[]> {
  const semBanco: PedidoSemBanco = { correio: null, discos: async () => [] }
  try {
    const config = lerConfig(process.env)
    const pasta = resolve(config.pastaDados)
    semBanco.correio = config.correio && criarCorreio(config.correio)
    semBanco.discos = () => lerDiscos(pasta)
    return await acharComBanco(config, pasta, semBanco)
  } catch (erro) {
    const frase = fraseDaFalha(erro) ?? `Não foi possível examinar o ambiente: ${(erro as Error).message}`
    return [...(await examinarSemBanco(semBanco, PRAZO_MS)), mal(frase)]
  }
}

async function acharComBanco(config: Config, pasta: string, semBanco: PedidoSemBanco): Promise<Achado[]> {
  const daMaquina = await abrirBancoDaMaquina(config.databaseUrl, pasta)
  const { db, fechar } = abrirBanco(daMaquina.url, { conexoes: 4 })
  try {
    const chaveSecreta = config.chaveSecreta ?? (await chaveGuardada(pasta))
    if (chaveSecreta) await aprenderTroca(db, chaveSecreta)
    const real = await contaRealConfigurada(db, config.whatsapp)
    const pedido = {
      ...semBanco,
      ehDemonstracao: () => ehDemonstracao(db),
      db,
      agora: criarRelogio(config.relogioComecaEm).agora(),
      deFora: new Date(),
      copia: config.copia,
      chaveSecreta,
      chaveAnterior: config.chaveAnterior,
      configurado: real || config.emulador !== false,
      // The embedded database is opened as its superuser, since each start gives the program's role a new password.
      comoPrograma: config.databaseUrl !== null,
      selos: () => examinarSelos(db),
      relogioDeFora: real && chaveSecreta ? () => compararComAMeta(db, config, chaveSecreta) : null,
    }
    return await examinar(pedido, PRAZO_MS)
  } finally {
    await fechar()
    await daMaquina.fechar()
  }
}

/** Uses the configured address of WhatsApp's API. */
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
