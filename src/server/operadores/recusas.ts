import { CamposInvalidos, RegraViolada } from '#domain/erros.ts'

/** What the database refuses of a user, as a sentence; anything else is thrown on. */
export function recusarUsuario(erro: unknown): never {
  const { constraint } = erro as { constraint?: string }
  if (constraint === 'usuario_email') {
    throw new CamposInvalidos({ email: ['Já existe um usuário com este e-mail.'] })
  }
  if (constraint === 'usuario_ultimo_administrador') {
    throw new RegraViolada(
      'ultimo_administrador',
      'Este é o último administrador ativo. Cadastre ou reative outro antes de bloqueá-lo.',
    )
  }
  throw erro
}
