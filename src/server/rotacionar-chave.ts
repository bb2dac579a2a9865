import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pausa } from 'node:timers/promises'
import { type Config, lerConfig } from '#server/config.ts'
import { gravarInteiro, renomear } from '#server/db/arquivo-inteiro.ts'
import { abrirBancoDaMaquina } from '#server/db/banco-da-maquina.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import { FalhaAoIniciar } from '#server/db/falha-ao-iniciar.ts'
import { chaveGuardada } from '#server/db/pasta-de-dados.ts'
import { rodarPrograma } from '#server/db/programa.ts'
import type { Db } from '#server/db/schema.ts'
import { comTravaGlobal } from '#server/jobs/trava.ts'
import {
  anunciarTroca,
  concluirTroca,
  desistirDaTroca,
  pararTroca,
  recifrarTudo,
  trocaEmCursoPara,
} from '#server/segredos/troca.actions.ts'

const CONCLUIR = 'concluir'
const DESISTIR = 'desistir'
/** Nodes look every ten seconds. */
const EM_USO_MS = 30_000
const FOLGA_MS = 15_000

const AJUDA =
  'Ponha em SECRET_KEY a chave nova (openssl rand -base64 32) e em SECRET_KEY_ANTERIOR a que os nós usam agora, só para este comando, e rode de novo. Com a chave-secreta de DATA_DIR, tire as duas do ambiente: a nova é feita e guardada lá.'

const JA_RODA =
  'Outro npm run rotacionar-chave está em curso neste banco de dados: espere que ele termine. Nada foi alterado por este.'

/** npm run rotacionar-chave [concluir | desistir]: another SECRET_KEY, with nobody signed out and no node stopped. */
await rodarPrograma(async () => {
  const estranha = process.argv.slice(2).find((palavra, i) => i > 0 || ![CONCLUIR, DESISTIR].includes(palavra))
  if (estranha)
    throw new FalhaAoIniciar(
      `${estranha} não diz nada a este comando, que só conhece ${CONCLUIR} e ${DESISTIR}. Nada foi alterado.`,
    )
  const config = lerConfig(process.env)
  const pasta = resolve(config.pastaDados)
  const daMaquina = await abrirBancoDaMaquina(config.databaseUrl, pasta)
  const banco = abrirBanco(daMaquina.url, { conexoes: 2 })
  try {
    // Of two at once, one would leave a key on the disk that the other did not encrypt with.
    const feito = await comTravaGlobal(banco.db, 'rotacionar-chave', async () => {
      if (process.argv[2] === CONCLUIR) await concluir(banco.db, config.chaveSecreta ?? (await chaveGuardada(pasta)))
      else if (process.argv[2] === DESISTIR) await desistir(banco.db, config.chaveSecreta, pasta)
      else if (config.chaveSecreta) await trocarNoAmbiente(banco.db, config)
      else await trocarNaPasta(banco.db, pasta)
      return true
    })
    if (!feito) throw new FalhaAoIniciar(JA_RODA)
  } finally {
    await banco.fechar()
    await daMaquina.fechar()
  }
})

async function trocar(db: Db, antiga: Buffer, nova: Buffer) {
  console.log('Os nós aprendem a chave nova; a troca leva menos de um minuto…')
  await anunciarTroca(db, antiga, nova, EM_USO_MS)
  await pausa(EM_USO_MS + FOLGA_MS)
  await recifrarTudo(db, antiga, nova)
}

async function trocarNoAmbiente(db: Db, { chaveSecreta: nova, chaveAnterior: antiga }: Config) {
  if (!nova || !Buffer.isBuffer(antiga) || nova.equals(antiga)) throw new FalhaAoIniciar(AJUDA)
  await trocar(db, antiga, nova)
  console.log(
    'Os nós já usam a chave nova. Ponha-a em SECRET_KEY de cada um e reinicie um de cada vez; depois, com ela em SECRET_KEY, rode npm run rotacionar-chave -- concluir: até lá a antiga ainda abre.',
  )
}

/** The new key is on the disk before anything is encrypted with it. */
async function trocarNaPasta(db: Db, pasta: string) {
  const antiga = await chaveGuardada(pasta)
  if (!antiga) throw new FalhaAoIniciar(AJUDA)
  const [lugar, aSeguir] = ['chave-secreta', 'chave-secreta.nova'].map((nome) => join(pasta, nome)) as [string, string]
  // Interrupted after the new key replaced the old one: only the last step is missing.
  const soFalta = !existsSync(aSeguir) && (await trocaEmCursoPara(db, antiga))
  if (!soFalta) await trocarPelaDaPasta(db, antiga, lugar, aSeguir)
  await concluirTroca(db, (await chaveGuardada(pasta))!)
  console.log(`A chave em ${lugar} é outra, e a antiga não abre mais nada.`)
}

async function trocarPelaDaPasta(db: Db, antiga: Buffer, lugar: string, aSeguir: string) {
  if (!existsSync(aSeguir)) await gravarInteiro(aSeguir, randomBytes(32).toString('base64'))
  const nova = Buffer.from(readFileSync(aSeguir, 'utf8'), 'base64')
  await trocar(db, antiga, nova)
  await renomear(aSeguir, lugar)
}

async function concluir(db: Db, chaveSecreta: Buffer | null) {
  if (!chaveSecreta) throw new FalhaAoIniciar(AJUDA)
  await concluirTroca(db, chaveSecreta)
  console.log(
    'A troca terminou: a chave antiga não abre mais nada. Tire SECRET_KEY_ANTERIOR do ambiente, se ainda estiver lá.',
  )
}

async function desistir(db: Db, doAmbiente: Buffer | null, pasta: string) {
  const antiga = doAmbiente ?? (await chaveGuardada(pasta))
  if (!antiga)
    throw new FalhaAoIniciar('Ponha em SECRET_KEY a chave que os nós usavam antes da troca. Nada foi alterado.')
  const nova = await pararTroca(db, antiga)
  console.log('Os nós voltam à chave antiga; isso leva alguns segundos…')
  await pausa(FOLGA_MS)
  await desistirDaTroca(db, antiga, nova)
  if (!doAmbiente) await rm(join(pasta, 'chave-secreta.nova'), { force: true })
  console.log(
    'A troca foi abandonada: vale a chave antiga. Se algum nó já tem a que seria a nova em SECRET_KEY, devolva a ele a antiga antes que reinicie.',
  )
}
