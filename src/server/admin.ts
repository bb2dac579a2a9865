import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CamposInvalidos, NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { lerConfig } from '#server/config.ts'
import { abrirBancoDaMaquina } from '#server/db/banco-da-maquina.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import { fraseDaFalha } from '#server/db/falha-ao-iniciar.ts'
import { acabarComSinal } from '#server/db/programa.ts'
import { executarAdmin } from '#server/operadores/admin-da-maquina.ts'
import { criarRelogio } from '#server/relogio.ts'

acabarComSinal()
try {
  const config = lerConfig(process.env)
  const { url, fechar } = await abrirBancoDaMaquina(config.databaseUrl, resolve(config.pastaDados))
  const banco = abrirBanco(url, { conexoes: 2 })
  try {
    const meios = { db: banco.db, relogio: criarRelogio(config.relogioComecaEm) }
    for (const linha of await executarAdmin(meios, process.argv.slice(2), perguntarSenha)) console.log(linha)
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

/** One line, not echoed on a terminal; from a pipe, its first line. Empty: the caller generates a password. */
async function perguntarSenha(): Promise<string> {
  const mudo = new Writable({ write: (_pedaco, _codificacao, pronto) => pronto() })
  if (process.stdin.isTTY) process.stderr.write('Senha nova (em branco: uma ao acaso): ')
  const linhas = createInterface({ input: process.stdin, output: mudo, terminal: process.stdin.isTTY === true })
  const { promise, resolve: dita } = Promise.withResolvers<string>()
  linhas.once('line', dita)
  linhas.once('close', () => dita(''))
  const senha = await promise
  linhas.close()
  if (process.stdin.isTTY) process.stderr.write('\n')
  return senha
}
