import type { Contestacao } from '#contract/contestacoes.ts'
import type { Chamada } from '#web/api/contrato.ts'
import { useUsuario } from '#web/api/useSessao.ts'
import { Button } from '#web/ui/Button.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { AttachFileOutlined } from '#web/ui/icons/AttachFileOutlined.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useArquivo } from '#web/ui/useArquivo.ts'
import './contestacoes.css'

const DO_OPERADOR = 'GET /api/operador/clientes/:id/contestacoes/:contestacao/arquivo'
const DO_ADMIN = 'GET /api/admin/contestacoes/:id/arquivo'

/** Each role's own address of the file. */
function useEndereco({ id, cliente }: Contestacao): { chamada: Chamada; params: Record<string, number> } {
  return useUsuario().role === 'admin'
    ? { chamada: DO_ADMIN, params: { id } }
    : { chamada: DO_OPERADOR, params: { id: cliente.id, contestacao: id } }
}

/** Saves what the customer sent with it. */
export function ArquivoDaContestacao({ contestacao }: { contestacao: Contestacao }) {
  const { chamada, params } = useEndereco(contestacao)
  return (
    <Button
      className="rente"
      startIcon={<AttachFileOutlined />}
      onClick={() => void baixarArquivo(chamada, `contestacao-${contestacao.numero}`, params)}
    >
      Baixar arquivo
    </Button>
  )
}

/** A photo is seen at once; what is no picture is only saved. */
export function FotoDaContestacao({ contestacao }: { contestacao: Contestacao }) {
  const { chamada, params } = useEndereco(contestacao)
  const { endereco, tipo, erro } = useArquivo(['contestacoes', 'arquivo', contestacao.id], chamada, params)
  if (erro) return <p className="cinza">O arquivo não pôde ser aberto: {erro.message}</p>
  if (!tipo) return <Skeleton altura={160} />
  if (!tipo.startsWith('image/')) return null
  return (
    <img className="contestacao-foto" src={endereco} alt={`Foto enviada com a contestação ${contestacao.numero}`} />
  )
}
