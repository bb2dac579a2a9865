import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { plural } from '#domain/plural.ts'
import { lerConfig } from '#server/config.ts'
import { exigirChave } from '#server/copia/chave.ts'
import { mudarDeBanco } from '#server/copia/mudar.actions.ts'
import { inicializarEmbutido } from '#server/copia/novo-embutido.ts'
import { exigirEstaVersao } from '#server/db/banco-da-maquina.ts'
import { iniciarBancoEmbutido } from '#server/db/embutido.ts'
import { esperarBanco } from '#server/db/espera.ts'
import { FalhaAoIniciar } from '#server/db/falha-ao-iniciar.ts'
import { lugarDoBanco } from '#server/db/lugar.ts'
import { chaveDaPasta, chaveGuardada } from '#server/db/pasta-de-dados.ts'
import { rodarPrograma } from '#server/db/programa.ts'
import type { Trx } from '#server/db/schema.ts'
import { travarPasta } from '#server/db/trava-da-pasta.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { assumirChave } from '#server/segredos/troca.actions.ts'

const AJUDA = `npm run mudar-de-banco -- servidor    leva a empresa do banco embutido de DATA_DIR para o PostgreSQL de DATABASE_URL
npm run mudar-de-banco -- embutido    traz a empresa do PostgreSQL de DATABASE_URL para o banco embutido de DATA_DIR
Uma mudança que foi cortada no último instante se repete com --interrompida no fim.
Com o sistema parado, DATABASE_URL (e DATABASE_OWNER_URL, se houver) e SECRET_KEY definidas, e o destino vazio.`

const INTERROMPIDA = '--interrompida'

/** npm run mudar-de-banco -- servidor|embutido: the same company on another database; its files stay where they are. */
await rodarPrograma(async () => {
  const config = lerConfig(process.env)
  const [para, ...opcoes] = process.argv.slice(2)
  const interrompida = opcoes.includes(INTERROMPIDA)
  if ((para !== 'servidor' && para !== 'embutido') || opcoes.some((uma) => uma !== INTERROMPIDA) || !config.databaseUrl)
    throw new FalhaAoIniciar(AJUDA)
  const pasta = resolve(config.pastaDados)
  const servidor = config.databaseOwnerUrl ?? config.databaseUrl
  await esperarBanco(servidor, (frase) => console.error(frase))
  // Before an embedded database is made for a company that is not there.
  if (para === 'embutido') await exigirEstaVersao(servidor)
  const soltar = travarPasta(pasta)
  const { dados } = await lugarDoBanco(pasta)
  const jaHa = existsSync(join(dados, 'PG_VERSION'))
  if (para === 'servidor' && !jaHa)
    throw new FalhaAoIniciar(`Não há banco embutido em ${dados}: diga a pasta em DATA_DIR.`)
  if (para === 'embutido' && !jaHa) await inicializarEmbutido(pasta)
  const embutido = await iniciarBancoEmbutido(pasta, pino({ level: 'silent' }), () => undefined)
  try {
    const [de, a] = para === 'servidor' ? [embutido.urlDoDono, servidor] : [servidor, embutido.urlDoDono]
    if (para === 'servidor') await exigirEstaVersao(de)
    const guardada = await chaveGuardada(pasta)
    await exigirChave(de, guardada ? [config.chaveSecreta!, guardada] : [config.chaveSecreta!], 'tudo')
    const chaves = await chavesDe(para, config.chaveSecreta!, pasta)
    const linhas = await mudarDeBanco(de, a, (trx) => firmar(trx, para, chaves), interrompida ? new Date() : null)
    console.log(
      `${plural(linhas, 'linha foi', 'linhas foram')} para o banco ${para === 'servidor' ? 'de DATABASE_URL' : 'embutido'}.`,
    )
  } finally {
    await embutido.parar()
  }
  if (para === 'servidor') {
    const guardado = `${dados}.mudado-${new Date().toISOString().slice(0, 10)}-${process.pid}`
    await rename(dados, guardado)
    console.log(`O banco embutido, que já não é usado, ficou em ${guardado}: apague-o quando não precisar mais dele.`)
  }
  await soltar()
  console.log(
    para === 'servidor'
      ? 'Daqui em diante inicie sempre com DATABASE_URL e SECRET_KEY. Os arquivos das conversas continuam em DATA_DIR.'
      : 'Daqui em diante inicie sem DATABASE_URL, com o mesmo DATA_DIR. O banco no servidor ficou como estava, e nenhum nó inicia com ele.',
  )
})

type Para = 'servidor' | 'embutido'

interface Chaves {
  nova: Buffer
  anterior: Buffer | null
}

/** The key of where it will be, kept there from before the company is, and of where it is now. */
async function chavesDe(para: Para, doAmbiente: Buffer, pasta: string): Promise<Chaves> {
  if (para === 'servidor') return { nova: doAmbiente, anterior: await chaveGuardada(pasta) }
  return { nova: await chaveDaPasta(pasta, doAmbiente), anterior: doAmbiente }
}

/** Re-encrypts the secrets, which still need the current place's key. */
async function firmar(trx: Trx, para: Para, { nova, anterior }: Chaves) {
  const agora = new Date()
  await assumirChave(trx, nova, anterior, agora)
  await registrar(trx, {
    agora,
    nivel: 'aviso',
    acao: 'copia.mudar',
    descricao: `A empresa foi levada para ${para === 'servidor' ? 'um PostgreSQL' : 'o banco embutido'} (npm run mudar-de-banco).`,
  })
}
