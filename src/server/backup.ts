import { join, resolve } from 'node:path'
import { abrirArmazem } from '#server/armazem/abrir.ts'
import { lerConfig } from '#server/config.ts'
import { type Copia, fazerCopia, type PedidoDeCopia } from '#server/copia/copia.actions.ts'
import { apagarAntigas } from '#server/copia/guardadas.ts'
import { emBytes } from '#server/copia/palavras.ts'
import { anotarComeco, anotarFim } from '#server/copia/registro.queries.ts'
import { abrirBancoDaMaquina } from '#server/db/banco-da-maquina.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import { FalhaAoIniciar, fraseDaFalha, porqueFalhou } from '#server/db/falha-ao-iniciar.ts'
import { chaveGuardada } from '#server/db/pasta-de-dados.ts'
import { rodarPrograma } from '#server/db/programa.ts'

const ABERTA =
  'Ela não está cifrada e não traz a SECRET_KEY: guarde-a como guarda os dados da empresa, e a SECRET_KEY em outro lugar. Com BACKUP_KEY ela é cifrada e traz tudo.'

/** npm run backup [folder]: the company in one file, while everything runs, or with nothing running. */
await rodarPrograma(async () => {
  const config = lerConfig(process.env)
  const pastaDados = resolve(config.pastaDados)
  const dita = process.argv.slice(2).find((um) => !um.startsWith('--'))
  const pasta = resolve(dita ?? config.copia.pasta ?? join(pastaDados, 'copias'))
  const daMaquina = await abrirBancoDaMaquina(config.databaseUrl, pastaDados)
  const url = config.databaseOwnerUrl ?? daMaquina.url
  const armazem = abrirArmazem(pastaDados, config.s3)
  try {
    const chaveSecreta = config.chaveSecreta ?? (await chaveGuardada(pastaDados))
    if (!chaveSecreta) throw new FalhaAoIniciar(`Não há chave-secreta em ${pastaDados}: defina SECRET_KEY.`)
    const { senha, guarda } = config.copia
    const agora = new Date()
    const comeco = performance.now()
    const copia = await copiarAnotando({ url, armazem, chaveSecreta, pasta, senha, agora })
    const apagadas = await apagarAntigas(pasta, guarda, agora)
    const segundos = ((performance.now() - comeco) / 1000).toFixed(1).replace('.', ',')
    console.log(
      `Cópia feita em ${segundos} s: ${copia.arquivo} (${emBytes(copia.bytes)}, ${copia.linhas} linhas, ${copia.arquivos} arquivos).`,
    )
    if (senha === null) console.log(ABERTA)
    for (const nome of apagadas) console.log(`Apagada a antiga ${nome}.`)
  } finally {
    await armazem.fechar()
    await daMaquina.fechar()
  }
})

/** How it went stands in the database, for the dashboard and the night's next try. */
async function copiarAnotando(pedido: PedidoDeCopia): Promise<Copia> {
  const banco = abrirBanco(pedido.url, { conexoes: 2 })
  try {
    const id = await anotarComeco(banco.db, pedido.agora, process.argv.includes('--noturna'))
    try {
      const copia = await fazerCopia(pedido)
      await anotarFim(banco.db, id, { bytes: copia.bytes })
      return copia
    } catch (erro) {
      const frase = fraseDaFalha(erro) ?? fraseDoDisco(erro, pedido.pasta)
      await anotarFim(banco.db, id, { erro: frase })
      throw new FalhaAoIniciar(frase, { cause: erro })
    }
  } finally {
    await banco.fechar()
  }
}

function fraseDoDisco(erro: unknown, pasta: string): string {
  const { syscall, message } = erro as NodeJS.ErrnoException
  return syscall ? porqueFalhou(erro, pasta).message : `A cópia não pôde ser feita: ${message}`
}
