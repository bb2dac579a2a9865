import { useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import type { Acesso } from '#contract/acesso.ts'
import { OCIOSA_MAXIMA_H, OCIOSA_MINIMA_H } from '#domain/acesso.ts'
import { callApi } from '#web/api/callApi.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Switch } from '#web/ui/Choice.tsx'
import { FormTextField } from '#web/ui/formFields.tsx'
import { mostrarRecusa } from '#web/ui/mostrarRecusa.ts'
import { useSaida } from '#web/ui/useSaida.ts'
import { acessoQuery } from './acesso.queries.ts'
import './acesso.css'

type Valores = Omit<Acesso, 'sessao_ociosa_horas'> & { sessao_ociosa_horas: string }
const valoresDe = (acesso: Acesso): Valores => ({ ...acesso, sessao_ociosa_horas: String(acesso.sessao_ociosa_horas) })

/** Two switches and a number; what was typed survives a refusal. */
export function FormularioDoAcesso({ acesso }: { acesso: Acesso }) {
  const cache = useQueryClient()
  const form = useForm<Valores>({
    values: valoresDe(acesso),
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
  })
  const { isDirty, isSubmitting, errors } = form.formState
  useSaida(isDirty, 'Acesso: as mudanças ainda não foram salvas.')
  const salvar = form.handleSubmit(async (dados) => {
    try {
      const body = { ...dados, sessao_ociosa_horas: Number(dados.sessao_ociosa_horas) }
      const novo = await callApi('PUT /api/admin/configuracoes/acesso', { body })
      cache.setQueryData(acessoQuery.queryKey, novo)
      form.reset(valoresDe(novo))
      avisar('Acesso salvo: vale já, também para quem está no sistema.')
    } catch (erro) {
      mostrarRecusa(form, erro)
    }
  })
  const recusa = errors.root?.servidor?.message
  return (
    <form className="cartao folgado acesso" aria-label="Acesso" noValidate onSubmit={(e) => void salvar(e)}>
      <div>
        <h2 className="titulo">Quem entra no sistema</h2>
        <p className="cinza">Vale para administradores e operadores, também para você.</p>
      </div>
      <Chave
        control={form.control}
        nome="exigir_segundo_fator"
        rotulo="Exigir segundo fator"
        ajuda="Quem ainda não o tem só alcança Minha conta, até ativá-lo."
      />
      <Chave
        control={form.control}
        nome="exigir_troca_de_senha"
        rotulo="Exigir a troca da senha dada por outra pessoa"
        ajuda="Quem entra com a senha que um administrador escolheu troca-a antes de qualquer outra coisa."
      />
      <FormTextField
        control={form.control}
        nome="sessao_ociosa_horas"
        rotulo="Sessão sem uso termina em"
        inputMode="numeric"
        sufixo="horas"
        ajuda={`De ${OCIOSA_MINIMA_H} a ${OCIOSA_MAXIMA_H}. Uma tela aberta, sem ninguém, não conta como uso.`}
        regras={{ validate: horas }}
      />
      {recusa && <Alert tom="error">{recusa}</Alert>}
      <div className="flex to-end gap-8">
        <Button disabled={!isDirty || isSubmitting} onClick={() => form.reset(valoresDe(acesso))}>
          Descartar
        </Button>
        <Button type="submit" variant="contained" disabled={!isDirty} loading={isSubmitting}>
          Salvar
        </Button>
      </div>
    </form>
  )
}

const horas = (texto: unknown) =>
  (/^\d{1,2}$/.test(String(texto).trim()) && Number(texto) >= OCIOSA_MINIMA_H && Number(texto) <= OCIOSA_MAXIMA_H) ||
  `Escreva de ${OCIOSA_MINIMA_H} a ${OCIOSA_MAXIMA_H} horas.`

interface ChaveProps {
  control: ReturnType<typeof useForm<Valores>>['control']
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
