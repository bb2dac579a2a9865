import type { ClienteDetalhado } from '#contract/clientes.ts'
import { diaDe } from '#domain/data.ts'
import type { MeioDaConfirmacao } from '#domain/pessoa.ts'
import { Button } from '#web/ui/Button.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { dia, diaEHora, documentoComNome, maiuscula, numero, telefone } from '#web/ui/formatos.ts'
import { EditOutlined } from '#web/ui/icons/EditOutlined.tsx'
import './ficha.css'
import { Dado } from '#web/ui/Dado.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'

const NaoPerturbe = onDemand(() => import('./NaoPerturbe.tsx'), 'NaoPerturbe')
const ConfirmarPessoaDialog = onDemand(() => import('./ConfirmarPessoaDialog.tsx'), 'ConfirmarPessoaDialog')
const confirmarPessoa = (cliente: ClienteDetalhado) =>
  abrir((fechar) => <ConfirmarPessoaDialog cliente={cliente} aoFechar={() => fechar()} />)

/** Who a customer is and how they are reached. */
export function DadosCliente({ cliente, aoEditar }: { cliente: ClienteDetalhado; aoEditar?: () => void }) {
  return (
    <div className="dados">
      <dl>
        <Dado rotulo="Nome">{cliente.nome}</Dado>
        <Dado rotulo="Documento">{documentoComNome(cliente.documento)}</Dado>
        <Dado rotulo="Telefone">
          {telefone(cliente.telefone)}
          {cliente.telefone_negado_em ? (
            <div className="erro">
              quem o tem disse que não é esta pessoa, em {diaEHora(cliente.telefone_negado_em)}
            </div>
          ) : (
            cliente.contato_invalido && <div className="erro">não está no WhatsApp</div>
          )}
          <DaPessoa pessoa={cliente.pessoa} />
        </Dado>
        <Dado rotulo="E-mail">{cliente.email ?? '—'}</Dado>
        <Dado rotulo="Código externo">{cliente.codigo_externo ?? '—'}</Dado>
        <Dado rotulo="Município">{[cliente.municipio, cliente.uf].filter(Boolean).join('/') || '—'}</Dado>
        <Dado rotulo="Operador">{cliente.operador?.name ?? 'Ninguém: está livre'}</Dado>
        <Dado rotulo="Tentativas">{numero(cliente.numero_chamadas)} sem resposta</Dado>
        <Dado rotulo="Mensagens">
          {cliente.aceita_mensagens
            ? 'Aceita'
            : `Pediu para não receber${cliente.recusou_em ? `, em ${dia(diaDe(cliente.recusou_em))}` : ''}`}
        </Dado>
        {cliente.bloqueios.length > 0 && <NaoPerturbe cliente={cliente} />}
        <Dado rotulo="Marketing">{cliente.aceita_marketing ? 'Aceita' : 'Parou no próprio WhatsApp'}</Dado>
        <Dado rotulo="Consentimento">{consentimento(cliente)}</Dado>
        <Dado rotulo="Próximo contato">{cliente.proximo_contato_em ? dia(cliente.proximo_contato_em) : '—'}</Dado>
        <Dado rotulo="Cliente desde">{diaEHora(cliente.created_at)}</Dado>
      </dl>
      {aoEditar && (
        <div className="row wrap gap-8">
          <Button variant="outlined" startIcon={<EditOutlined />} onClick={aoEditar}>
            Editar contato
          </Button>
          {(cliente.telefone_negado_em || cliente.pessoa.falta) && (
            <Button variant="outlined" onClick={() => void confirmarPessoa(cliente)}>
              Confirmar telefone
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

const MEIOS: Record<MeioDaConfirmacao, string> = {
  sim: 'quem o tem tocou em Sim',
  pagina: 'entrou na página com o documento',
  operador: 'por um operador',
}

/** How it is known that the phone is theirs, or what is being waited for. */
function DaPessoa({ pessoa }: Pick<ClienteDetalhado, 'pessoa'>) {
  const { confirmada_em, confirmada_por, falta, perguntada_em } = pessoa
  if (confirmada_em && confirmada_por)
    return (
      <div className="cinza">
        confirmado em {dia(diaDe(confirmada_em))}: {MEIOS[confirmada_por]}
      </div>
    )
  if (!falta) return null
  return (
    <div className="cinza">
      {perguntada_em ? `perguntado em ${dia(perguntada_em)} se é dele, sem resposta` : 'ainda não se sabe se é dele'}
    </div>
  )
}

/** Where the number came from, as recorded then, and the day; a withdrawn consent comes first. */
function consentimento({ consentimento: dado, aceita_mensagens, recusou_em }: ClienteDetalhado): string {
  const dado_em = dado && (dado.em ? `${dado.origem}, em ${dia(diaDe(dado.em))}` : dado.origem)
  if (aceita_mensagens) return dado_em ? maiuscula(dado_em) : '—'
  const retirado = recusou_em ? `Retirado em ${dia(diaDe(recusou_em))}` : 'Retirado'
  return dado_em ? `${retirado}. Antes: ${dado_em}` : retirado
}
