import type { ClienteDetalhado } from '#contract/ficha.ts'
import { diaDe } from '#domain/data.ts'
import type { MeioDaConfirmacao } from '#domain/pessoa.ts'
import { Button } from '#web/ui/Button.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { dia, diaEHora } from '#web/ui/formatos.ts'
import { ConfirmarPessoaDialog } from './ConfirmarPessoaDialog.tsx'

const MEIOS: Record<MeioDaConfirmacao, string> = {
  sim: 'quem o tem tocou em Sim',
  pagina: 'entrou na página com o documento',
  operador: 'por um operador',
}

/** How the phone is known to be the customer's, or what is still missing; `pode`: the viewer may confirm it. */
export function DaPessoa({ cliente, pode }: { cliente: ClienteDetalhado; pode: boolean }) {
  const { telefone_negado_em, pessoa } = cliente
  const confirmar = () => void abrir((fechar) => <ConfirmarPessoaDialog cliente={cliente} aoFechar={() => fechar()} />)
  return (
    <>
      <div className={telefone_negado_em ? 'erro' : 'cinza'}>{emPalavras(cliente)}</div>
      {pode && (telefone_negado_em || pessoa.falta) && (
        <Button size="small" variant="outlined" onClick={confirmar}>
          Confirmar telefone
        </Button>
      )}
    </>
  )
}

function emPalavras({ telefone_negado_em, pessoa }: ClienteDetalhado): string | null {
  const { confirmada_em, confirmada_por, falta, perguntada_em } = pessoa
  if (telefone_negado_em) return `quem atende disse que não é esta pessoa, em ${diaEHora(telefone_negado_em)}`
  if (confirmada_em && confirmada_por) return `confirmado em ${dia(diaDe(confirmada_em))}: ${MEIOS[confirmada_por]}`
  if (!falta) return null
  return perguntada_em ? `perguntado em ${dia(perguntada_em)} se é dele, sem resposta` : 'ainda não se sabe se é dele'
}
