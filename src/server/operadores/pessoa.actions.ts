import type { z } from 'zod'
import type { MudancaDePessoa, NovaPessoa } from '#contract/operadores.ts'
import { type Frase, frase, oUsuario } from '#domain/frase-do-log.ts'
import type { Papel } from '#domain/usuario.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { hashDaSenha } from '#server/sessao/argon2.ts'
import { definirSenha, exigirSenhaNova } from '#server/sessao/senha.actions.ts'
import { desculparFalhas } from '#server/sessao/tentativas.ts'
import { gravarUsuario, inserirUsuario } from './usuarios.queries.ts'

/** What registering an operator and an administrator have in common: the password is judged and hashed before the transaction. */
export async function prepararCadastro(
  db: Db,
  { name, email, ...senhas }: z.output<typeof NovaPessoa>,
  role: Papel,
): Promise<(trx: Trx, agora: Date) => Promise<number>> {
  await exigirSenhaNova(db, senhas, { name, email })
  const senhaHash = await hashDaSenha(senhas.password)
  return (trx, agora) => inserirUsuario(trx, { name, email, senhaHash, senhaDeOutro: true, role }, agora)
}

interface Pessoa {
  id: number
  name: string
  email: string
}

/** Changes only the given fields; a new password ends their sessions. Returns the data for the log. */
export async function prepararMudanca({ name, email, password, ...resto }: z.output<typeof MudancaDePessoa>) {
  const senhaHash = password === undefined ? undefined : await hashDaSenha(password)
  return async (trx: Trx, agora: Date, atual: Pessoa, { deOutro }: { deOutro: boolean }): Promise<Frase> => {
    if (password !== undefined) {
      const dono = { name: name ?? atual.name, email: email ?? atual.email }
      await exigirSenhaNova(trx, { password, ...resto }, dono)
    }
    const campos = { ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) }
    await gravarUsuario(trx, atual.id, campos, agora)
    if (senhaHash !== undefined) {
      await definirSenha(trx, atual.id, senhaHash, agora, { deOutro })
      // What was guessed of the old password does not keep anybody from the new one.
      await desculparFalhas(trx, campos.email ?? atual.email)
    }
    const { name: nome = atual.name, email: endereco = atual.email } = campos
    const mudados = [
      nome !== atual.name && 'nome',
      endereco !== atual.email && 'e-mail',
      password !== undefined && 'senha',
    ]
    return frase`Mudou ${mudados.filter(Boolean).join(', ') || 'nada'} de ${oUsuario(atual.id)}`
  }
}
