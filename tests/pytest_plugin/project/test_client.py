"""Tests of somebody who talks to a model through httpx alone."""

import httpx
import pytest

SYSTEM = "You translate.\n" + "\n".join(f"{n}. Never translate the name of place {n}." for n in range(150))


def ask(*words):
    messages = [{"role": "system", "content": SYSTEM}]
    answers = []
    for word in words:
        messages.append({"role": "user", "content": word})
        body = {"model": "gpt-5.2", "messages": messages}
        said = httpx.post("https://api.openai.com/v1/chat/completions", json=body).json()
        answers.append(said["choices"][0]["message"]["content"])
        messages.append({"role": "assistant", "content": answers[-1]})
    return answers


@pytest.mark.vcr
def test_two_words():
    assert ask("Haus", "Baum") == ["house", "tree"]


@pytest.mark.vcr
def test_one_word():
    assert ask("Haus") == ["house"]
