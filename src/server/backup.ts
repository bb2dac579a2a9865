import { join, resolve } from 'node:path'
import { abrirArmazem } from '#server/armazem/abrir.ts'
import { lerConfig } from '#server/config.ts'
import { fazerCopia } from '#server/copia/copia.actions.ts'
import { apagarAntigas } from '#server/copia/guardadas.ts'
import { emBytes } from '#server/copia/palavras.ts'
import { abrirBancoDaMaquina } from '#server/db/banco-da-maquina.ts'
import { FalhaAoIniciar } from '#server/db/falha-ao-iniciar.ts'
import { chaveGuardada } from '#server/db/pasta-de-dados.ts'
import { rodarPrograma } from '#server/db/programa.ts'

/** npm run backup [folder]: the company in one file, while everything runs, or with nothing running. */
await rodarPrograma(async () => {
  const config = lerConfig(process.env)
  const pastaDados = resolve(config.pastaDados)
  const pasta = resolve(process.argv[2] ?? config.copia.pasta ?? join(pastaDados, 'copias'))
  const banco = await abrirBancoDaMaquina(config.databaseUrl, pastaDados)
  const armazem = abrirArmazem(pastaDados, config.s3)
  try {
    const chaveSecreta = config.chaveSecreta ?? (await chaveGuardada(pastaDados))
    if (!chaveSecreta) throw new FalhaAoIniciar(`Não há chave-secreta em ${pastaDados}: defina SECRET_KEY.`)
    const comeco = performance.now()
    const agora = new Date()
    const { senha, guarda } = config.copia
    const url = config.databaseOwnerUrl ?? banco.url
    const copia = await fazerCopia({ url, armazem, chaveSecreta, pasta, senha, agora })
    const apagadas = await apagarAntigas(pasta, guarda, agora)
    const segundos = ((performance.now() - comeco) / 1000).toFixed(1).replace('.', ',')
    console.log(
      `Cópia feita em ${segundos} s: ${copia.arquivo} (${emBytes(copia.bytes)}, ${copia.linhas} linhas, ${copia.arquivos} arquivos).`,
    )
    if (senha === null)
      console.log(
        'Ela não está cifrada e não traz a SECRET_KEY: guarde-a como guarda os dados da empresa, e a SECRET_KEY em outro lugar. Com BACKUP_KEY ela é cifrada e traz tudo.',
      )
    for (const nome of apagadas) console.log(`Apagada a antiga ${nome}.`)
  } finally {
    await armazem.fechar()
    await banco.fechar()
  }
})
