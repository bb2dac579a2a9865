import { resolve } from 'node:path'
import { CamposInvalidos, NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { lerConfig } from '#server/config.ts'
import { abrirBancoDaMaquina } from '#server/db/banco-da-maquina.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import { fraseDaFalha } from '#server/db/falha-ao-iniciar.ts'
import { acabarComSinal } from '#server/db/programa.ts'
import { executarAdmin } from '#server/operadores/admin-da-maquina.ts'
import { perguntarSenha } from '#server/operadores/perguntar-senha.ts'
import { criarRelogio } from '#server/relogio.ts'

acabarComSinal()
try {
  const config = lerConfig(process.env)
  const { url, fechar } = await abrirBancoDaMaquina(config.databaseUrl, resolve(config.pastaDados))
  const banco = abrirBanco(url, { conexoes: 2 })
  try {
    const meios = { db: banco.db, relogio: criarRelogio(config.relogioComecaEm) }
    for (const linha of await executarAdmin(meios, process.argv.slice(2), () => perguntarSenha(process.stdin)))
      console.log(linha)
  } finally {
    await banco.fechar()
    await fechar()
  }
  process.exit(0)
} catch (erro) {
  const daRegra = [CamposInvalidos, NaoEncontrado, RegraViolada].some((tipo) => erro instanceof tipo)
  console.error((daRegra && (erro as Error).message) || fraseDaFalha(erro) || erro)
  process.exit(1)
}
