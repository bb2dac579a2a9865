import { useQueryClient } from '@tanstack/react-query'
import { type Control, Controller } from 'react-hook-form'
import type { Acesso } from '#contract/acesso.ts'
import { OCIOSA_MAXIMA_H, OCIOSA_MINIMA_H } from '#domain/acesso.ts'
import { callApi } from '#web/api/callApi.ts'
import { Switch } from '#web/ui/Choice.tsx'
import { Formulario } from '#web/ui/Formulario.tsx'
import { FormTextField } from '#web/ui/formFields.tsx'
import { soOMudado } from '#web/ui/seguir.ts'
import { acessoQuery } from './acesso.queries.ts'

type Valores = Omit<Acesso, 'sessao_ociosa_horas'> & { sessao_ociosa_horas: string }
const valoresDe = (acesso: Acesso): Valores => ({ ...acesso, sessao_ociosa_horas: String(acesso.sessao_ociosa_horas) })

export function FormularioDoAcesso({ acesso }: { acesso: Acesso }) {
  const cache = useQueryClient()
  const aoGravar = async (dados: Valores) => {
    const body = soOMudado(acesso, { ...dados, sessao_ociosa_horas: Number(dados.sessao_ociosa_horas) })
    cache.setQueryData(acessoQuery.queryKey, await callApi('PUT /api/admin/configuracoes/acesso', { body }))
    return 'Acesso salvo: vale já, também para quem está no sistema.'
  }
  return (
    <Formulario
      titulo="Quem entra no sistema"
      texto="Vale para administradores e operadores, também para você."
      nome="Acesso"
      className="gap-16"
      valores={valoresDe(acesso)}
      aoGravar={aoGravar}
    >
      {({ control, watch }) => (
        <>
          <Chave
            control={control}
            nome="exigir_segundo_fator"
            rotulo="Exigir segundo fator"
            ajuda="Quem ainda não o tem só consegue abrir Minha conta, até ativá-lo."
          />
          <Chave
            control={control}
            nome="exigir_troca_de_senha"
            rotulo="Exigir a troca da senha dada por outra pessoa"
            ajuda="Quem entra com a senha que um administrador escolheu troca-a antes de qualquer outra coisa."
          />
          <FormTextField
            control={control}
            nome="sessao_ociosa_horas"
            rotulo="Sessão sem uso termina em"
            inputMode="numeric"
            sufixo={watch('sessao_ociosa_horas').trim() === '1' ? 'hora' : 'horas'}
            ajuda={`De ${OCIOSA_MINIMA_H} a ${OCIOSA_MAXIMA_H}. Uma tela aberta, sem ninguém, não conta como uso.`}
            regras={{ validate: horas }}
          />
        </>
      )}
    </Formulario>
  )
}

const horas = (texto: unknown) =>
  (/^\d{1,2}$/.test(String(texto).trim()) && Number(texto) >= OCIOSA_MINIMA_H && Number(texto) <= OCIOSA_MAXIMA_H) ||
  `Escreva de ${OCIOSA_MINIMA_H} a ${OCIOSA_MAXIMA_H} horas.`

interface ChaveProps {
  control: Control<Valores>
  nome: 'exigir_segundo_fator' | 'exigir_troca_de_senha'
  rotulo: string
  ajuda: string
}
const Chave = ({ control, nome, rotulo, ajuda }: ChaveProps) => (
  <Controller
    control={control}
    name={nome}
    render={({ field: { value, onChange, ref, ...field } }) => (
      <Switch {...field} rotulo={rotulo} ajuda={ajuda} checked={value} onChange={onChange} />
    )}
  />
)
