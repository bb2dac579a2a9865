import { join, resolve } from 'node:path'
import { emBytes } from '#domain/bytes.ts'
import { plural } from '#domain/plural.ts'
import { abrirArmazem } from '#server/armazem/abrir.ts'
import { type Config, lerConfig } from '#server/config.ts'
import { anotarComeco, anotarFim } from '#server/copia/anotar.actions.ts'
import { exigirChave } from '#server/copia/chave.ts'
import { type Copia, fazerCopia } from '#server/copia/copia.actions.ts'
import { apagarAntigas } from '#server/copia/guardadas.ts'
import { porqueNaoCopiou } from '#server/copia/porque.ts'
import { abrirBancoDaMaquina } from '#server/db/banco-da-maquina.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import { FalhaAoIniciar } from '#server/db/falha-ao-iniciar.ts'
import { chaveGuardada } from '#server/db/pasta-de-dados.ts'
import { rodarPrograma } from '#server/db/programa.ts'
import { registrar } from '#server/logs/logs.actions.ts'

const ABERTA =
  'Ela não está cifrada e não traz a SECRET_KEY: guarde-a como guarda os dados da empresa, e a SECRET_KEY em outro lugar. Com BACKUP_KEY ela é cifrada e traz tudo.'

const fraseDaFalta = ({ arquivo, faltam }: Copia) =>
  `A cópia ${arquivo} não traz ${plural(faltam, 'arquivo citado', 'arquivos citados')} em conversas ou contestações: não há nada disso na pasta de dados nem no bucket de quem a fez. Confira DATA_DIR e as variáveis S3_.`

/** npm run backup [folder]: the company in one file, while everything runs, or with nothing running. */
await rodarPrograma(async () => {
  const config = lerConfig(process.env)
  const pastaDados = resolve(config.pastaDados)
  const dita = process.argv.slice(2).find((um) => !um.startsWith('--'))
  const pasta = resolve(dita ?? config.copia.pasta ?? join(pastaDados, 'copias'))
  const comeco = performance.now()
  const { apagadas, ...copia } = await copiarAnotando(config, pasta)
  const segundos = ((performance.now() - comeco) / 1000).toFixed(1).replace('.', ',')
  console.log(
    `Cópia feita em ${segundos} s: ${copia.arquivo} (${emBytes(copia.bytes)}, ${plural(copia.linhas, 'linha', 'linhas')}, ${plural(copia.arquivos, 'arquivo', 'arquivos')}).`,
  )
  if (copia.faltam > 0) console.log(fraseDaFalta(copia))
  if (config.copia.senha === null) console.log(ABERTA)
  for (const nome of apagadas) console.log(`Apagada a antiga ${nome}.`)
})

/**
 * Records the outcome in the database, for the screens and the next nightly try; the node that started a nightly copy
 * has recorded its start.
 */
async function copiarAnotando(config: Config, pasta: string): Promise<Copia & { apagadas: string[] }> {
  const daMaquina = await abrirBancoDaMaquina(config.databaseUrl, resolve(config.pastaDados))
  const url = config.databaseOwnerUrl ?? daMaquina.url
  const banco = abrirBanco(url, { conexoes: 2 })
  try {
    const agora = new Date()
    const id = noturna() ?? (await anotarComeco(banco.db, agora, false))
    const copia = await copiar(config, { url, pasta, agora }).catch(async (erro) => {
      const frase = porqueNaoCopiou(erro, pasta)
      await anotarFim(banco.db, id, { erro: frase })
      throw new FalhaAoIniciar(frase, { cause: erro })
    })
    await anotarFim(banco.db, id, { arquivo: copia.arquivo, bytes: copia.bytes })
    if (copia.faltam > 0)
      await registrar(banco.db, { agora, nivel: 'aviso', acao: 'copia.fazer', descricao: fraseDaFalta(copia) })
    // A complete backup counts even if deleting old ones failed: making it again would only fill the disk.
    const apagadas = await apagarAntigas(pasta, config.copia.guarda, agora).catch(async (erro: Error) => {
      const frase = `A cópia ${copia.arquivo} foi feita, mas uma antiga não saiu da pasta (${erro.message}): apague-a à mão, ou o disco acaba por encher.`
      await registrar(banco.db, { agora, nivel: 'erro', acao: 'copia.falhar', descricao: frase })
      throw new FalhaAoIniciar(frase, { cause: erro })
    })
    return { ...copia, apagadas }
  } finally {
    await banco.fechar()
    await daMaquina.fechar()
  }
}

function noturna(): number | null {
  const [, id] = /^--noturna=(\d+)$/.exec(process.argv.at(-1) ?? '') ?? []
  return id ? Number(id) : null
}

async function copiar(config: Config, onde: { url: string; pasta: string; agora: Date }): Promise<Copia> {
  const pastaDados = resolve(config.pastaDados)
  // What a killed copy left may be the room that this one lacks. Whole ones stay until another is complete.
  await apagarAntigas(onde.pasta, { quantas: Number.POSITIVE_INFINITY, dias: 0 }, onde.agora).catch(() => undefined)
  const chaveSecreta = config.chaveSecreta ?? (await chaveGuardada(pastaDados))
  if (!chaveSecreta)
    throw new FalhaAoIniciar(`Não há chave-secreta em ${pastaDados}: devolva o arquivo, ou defina SECRET_KEY.`)
  await exigirChave(onde.url, [chaveSecreta], 'algo')
  const armazem = abrirArmazem(pastaDados, config.s3)
  try {
    return await fazerCopia({ ...onde, armazem, chaveSecreta, senha: config.copia.senha })
  } finally {
    await armazem.fechar()
  }
}
